import { RELEASE_NUMBERS, RELEASES, type Release } from '../releases.ts'

/** Nova's releases from Kilo on, one after the other: Kilo counts as 11, Liberty is 12.0.0, and so on. */
const NAMES = [
  'kilo',
  'liberty',
  'mitaka',
  'newton',
  'ocata',
  'pike',
  'queens',
  'rocky',
  'stein',
  'train',
  'ussuri',
  'victoria',
  'wallaby',
  'xena',
  'yoga',
  'zed',
  'antelope',
  'bobcat',
  'caracal',
  'dalmatian',
  'epoxy',
  'flamingo',
  'gazpacho',
  'master',
] as const

/** Number of the first release that is known, Kilo. */
export const KILO = RELEASE_NUMBERS.kilo

/** Number of the last one, Nova's master branch. */
export const NEWEST = KILO + NAMES.length - 1

/** One of Nova's releases. */
export interface NovaRelease {
  /** Major version: 11 for Kilo, 26 for Zed. */
  readonly number: number
  /** The name it goes by: `kilo`, `zed`, `2026.1`. */
  readonly name: string
}

/** The coordinated release of a number: 12 is 2015.2, 13 is 2016.1. */
function yearOf(number: number): string {
  const halves = number - KILO
  return `${2015 + Math.floor(halves / 2)}.${(halves % 2) + 1}`
}

/** From 2023.1 on a release is known by its year; before that, by its name. */
function nameOf(number: number): string {
  const name = NAMES[number - KILO] as string
  return number >= 27 && name !== 'master' ? yearOf(number) : name
}

/** Nova's release of a number from {@link KILO} to {@link NEWEST}. */
export function novaRelease(number: number): NovaRelease {
  return { number, name: nameOf(number) }
}

/**
 * The release that a text names: by name, by version of Nova or by year, in any letter case (`zed`, `26`, `26.2.2`,
 * `2022.2`), or null when it names none from Kilo on.
 */
export function findRelease(text: string): NovaRelease | null {
  const word = text.trim().toLowerCase()
  const index = (NAMES as readonly string[]).indexOf(word)
  if (index >= 0) return novaRelease(KILO + index)
  const [, year, half, major] = /^(?:(20\d\d)\.([12])|(\d\d))(?:\.\d+)*$/.exec(word) ?? []
  const number = major === undefined ? KILO + (Number(year) - 2015) * 2 + Number(half) - 1 : Number(major)
  // Kilo was 2015.1, never 11; master has no number.
  const known = major === undefined ? number >= KILO : number > KILO
  return known && number < NEWEST ? novaRelease(number) : null
}

/** Every release that can be asked for, as one text. */
export function knownReleases(): string {
  return NAMES.map((name, index) => {
    const number = KILO + index
    if (name === 'master') return name
    return number === KILO ? `${name} (${yearOf(number)})` : `${name} (${number}, ${yearOf(number)})`
  }).join(', ')
}

/** The newest release with rules of its own that is not newer than a number. */
export function profileOf(number: number): Release {
  const older = RELEASES.filter((release) => RELEASE_NUMBERS[release] <= number)
  return older.at(-1) ?? RELEASES[0]
}
