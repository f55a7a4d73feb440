import type { Paint } from './paint.ts'
import type { Outcome } from './answers.ts'
import type { Told } from './dry-run-data.ts'
import { styled, type View } from './views.ts'
import { isUnchecked } from './words.ts'

/** Which request an answer is about, where there are several. */
export function headingOf({ number, total }: Outcome['asked'], paint: Paint): string {
  return total === 1 ? '' : `${paint.bold(`Request ${number} of ${total}`)}\n`
}

/** The release whose rules an answer follows, and which other was asked for. */
export function rulesText({ release, asked }: Pick<Told, 'release' | 'asked'>): string {
  return release === asked ? release : `${release}, standing in for ${asked}`
}

/** What no filter looks at. */
export function uncheckedLines(notes: readonly string[], view: View): readonly string[] {
  return notes.filter(isUnchecked).map((note) => styled(note, view.paint.yellow, view))
}
