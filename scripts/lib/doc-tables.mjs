// Tables of documents that are made of the code, between `<!-- table: NAME -->` and `<!-- end of table -->`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { format, resolveConfig } from 'prettier'
import { historiesOf } from './doc-histories.mjs'
import { ROOT } from './setup.mjs'

const TABLE = /^<!-- table: ([\w-]+) -->\n[\s\S]*?^<!-- end of table -->$/gm
const MARK = /^<!-- (?:table: .*|end of table) -->$/gm

/** Each gives its rows, the head first. */
const TABLES = {
  filters: () => pluginTable('filters', 'Filter'),
  weighers: () => pluginTable('weighers', 'Weigher'),
  options: optionTable,
  rules: ruleTable,
  behaviours: behaviourTable,
  recorded: recordedTable,
}

/** A document with its tables as they are now, and what is wrong with them. */
export async function withTables(text) {
  const found = Array.from(text.matchAll(TABLE), ([, name]) => name)
  const tables = await Promise.all(found.map((name) => (Object.hasOwn(TABLES, name) ? tableText(name) : null)))
  const unknown = found.filter((_, index) => tables[index] === null).map((name) => `there is no table ${name}`)
  const isBroken = Array.from(text.matchAll(MARK)).length !== 2 * found.length
  let next = 0
  return {
    text: text.replaceAll(TABLE, (whole) => tables[next++] ?? whole),
    problems: isBroken ? [...unknown, 'a table without its beginning or its end'] : unknown,
  }
}

async function tableText(name) {
  const [head, ...rows] = await TABLES[name]()
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
  const style = await resolveConfig(`${ROOT}README.md`)
  const table = await format(lines.join(''), { ...style, parser: 'markdown' })
  return `<!-- table: ${name} -->\n\n${table}\n<!-- end of table -->`
}

/** A module of a built package. */
const built = (path) => import(`${ROOT}packages/${path}.js`)

/** Every filter or weigher that Nova has had since Kilo: when, what it is held to here, and what does its work later. */
async function pluginTable(folder, kind) {
  const { eraOf, IN_TREE_PLUGINS } = await built('core/dist/docs')
  const ours = await built(`${folder}/dist/index`)
  const known = Object.values(IN_TREE_PLUGINS).flat()
  const names = known.filter((name) => name.endsWith('Weigher') === (kind === 'Weigher'))
  const asked = ['kilo', 'zed'].map(scenariosByPlugin)
  const eraText = await eraTexts()
  const rows = [...new Set(names)].sort().map((name) => {
    const isOurs = Object.hasOwn(ours, name)
    const era = eraOf(name)
    return [
      isOurs ? `[${name}](${folder}.md#${name.toLowerCase()})` : name,
      eraText(era) || 'all',
      ...asked.map((counts) => counts.get(name) ?? ''),
      isOurs ? era.instead : 'not built yet',
    ]
  })
  return [[kind, 'Releases', 'Kilo', 'Zed', ''], ...rows]
}

/** Gives texts of eras: `up to 17 (Queens)`, `from 18 (Rocky)`, nothing for one that neither began nor ended. */
async function eraTexts() {
  const { KILO, NEWEST, novaRelease } = await built('core/dist/docs')
  const nameOf = (number) => novaRelease(number).name.replace(/^./, (letter) => letter.toUpperCase())
  return ({ since, until }) => {
    const from = since > KILO ? [`from ${since} (${nameOf(since)})`] : []
    const to = until < NEWEST ? [`up to ${until} (${nameOf(until)})`] : []
    return [...from, ...to].join(' ')
  }
}

/** Every option that is read: by which names, the newest first, and by whom. */
async function optionTable() {
  const { builtInOptions, CORE_OWNER, eraOf, IN_TREE_PLUGINS, optionsOf, RELEASE_NUMBERS } =
    await built('core/dist/docs')
  const ours = Object.values({ ...(await built('filters/dist/index')), ...(await built('weighers/dist/index')) })
  const rows = new Map()
  for (const [release, number] of Object.entries(RELEASE_NUMBERS)) {
    const inTree = ours.filter(({ name }) => IN_TREE_PLUGINS[release].includes(name))
    const ofPlugins = inTree.flatMap(({ name, options = {} }) => optionsOf(options, name, number))
    for (const { key, names, otherNames, owner } of [...builtInOptions(number), ...ofPlugins]) {
      const row = rows.get(key) ?? { eras: new Map(), readers: new Set() }
      rows.set(key, row)
      if (owner !== CORE_OWNER && names.length > 0) row.readers.add(owner)
      // What the engine knows of an option that a plugin reads too is more than the plugin tells.
      if (owner === CORE_OWNER) row.isOfCore = true
      else if (row.isOfCore) continue
      for (const name of [...names, ...otherNames]) addEra(row.eras, name, eraOf(owner))
    }
  }
  const eraText = await eraTexts()
  const cells = Array.from(rows.values(), ({ eras, readers }) => {
    const newestFirst = [...eras].sort(([, a], [, b]) => b.since - a.since)
    const texts = newestFirst.map(([text, era]) => `\`${text}\` ${eraText(era)}`.trim())
    return [texts.join('; '), [...readers].sort().join(', ')]
  })
  return [['Option', 'Of'], ...cells.sort(([a], [b]) => (a < b ? -1 : 1))]
}

/** A name is read as long as those who read it are there, all of them together. */
function addEra(eras, { group, name, ...named }, reader) {
  const text = `[${group}] ${name}`
  const since = Math.max(named.since, reader?.since ?? 0)
  const until = Math.min(named.until, reader?.until ?? Infinity)
  const known = eras.get(text) ?? { since, until }
  eras.set(text, { since: Math.min(since, known.since), until: Math.max(until, known.until) })
}

/** What changed after Kilo, release by release. */
async function ruleTable() {
  const { changesBetween, KILO, NEWEST } = await built('core/dist/docs')
  const rows = changesBetween(KILO, NEWEST).map((line) => /^(.*?): (.*)$/.exec(line).slice(1))
  return [['Since', 'Rule'], ...rows]
}

/** Named behaviours, and since when they hold. */
async function behaviourTable() {
  const eraText = await eraTexts()
  const rows = historiesOf('plugin/rules.ts', 'HISTORY').map(({ name, comment, first, changes }) => {
    const [{ since, value }] = changes
    const isFlag = changes.length === 1 && [first, value].sort().join(' ') === 'false true'
    const ends = isFlag && first === 'true'
    const froms = changes.map((change) => eraText({ since: change.since, until: Infinity }))
    const holds = ends ? eraText({ since: 0, until: since - 1 }) : `${isFlag ? '' : 'another '}${froms.join(', ')}`
    return [`\`${name}\``, holds, comment]
  })
  return [['Rule', 'Holds', ''], ...rows]
}

/** How many recorded scenarios there are of each topic. */
function recordedTable() {
  const topics = (folder) => Object.entries({ kilo: `${folder}/kilo`, zed: `${folder}/zed` })
  const rows = [
    ['decision', topics('vectors')],
    ['request', topics('vectors/requests')],
  ].flatMap(([kind, folders]) => {
    const counts = new Map()
    for (const [release, folder] of folders) {
      for (const file of recordings(folder)) {
        const topic = file.slice(0, file.indexOf('.')).replaceAll('_', ' ')
        counts.set(topic, { ...counts.get(topic), [release]: scenarios(folder, file).length })
      }
    }
    const sum = (release) => Array.from(counts.values()).reduce((all, { [release]: count = 0 }) => all + count, 0)
    const each = Array.from(counts, ([topic, { kilo = '', zed = '' }]) => [kind, topic, kilo, zed])
    return [...each.sort(([, a], [, b]) => (a < b ? -1 : 1)), [kind, '**all**', sum('kilo'), sum('zed')]]
  })
  return [['', 'Topic', 'Kilo', 'Zed'], ...rows]
}

/** In how many recorded decisions of a release each plugin is asked. */
function scenariosByPlugin(release) {
  const counts = new Map()
  const folder = `vectors/${release}`
  for (const { expect } of recordings(folder).flatMap((file) => scenarios(folder, file))) {
    const answers = [expect, ...(expect.requests ?? [])].flatMap(({ per_filter, weights }) => [per_filter, weights])
    for (const name of new Set(answers.flatMap((map) => Object.keys(map ?? {})))) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return counts
}

function recordings(folder) {
  return existsSync(ROOT + folder) ? readdirSync(ROOT + folder).filter((name) => name.endsWith('.jsonl.gz')) : []
}

function scenarios(folder, file) {
  const text = gunzipSync(readFileSync(`${ROOT}${folder}/${file}`)).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
