import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseConf } from '../../src/conf/index.ts'
import { anonymizer } from '../../src/inventory/anonymize/anonymizer.ts'
import type { Inventory } from '../../src/inventory/inventory.ts'
import { DEFAULT_REQUEST_RULES, prepareRequest } from '../../src/request/index.ts'
import type { NovaRequest } from '../../src/request/index.ts'
import { decisions } from './anonymize-decide.ts'
import { namesIn, world, type World } from './anonymize-worlds.ts'

/** The world with neutral names. */
function anonymised({ inventory, request, filters, options }: World): World {
  const neutral = anonymizer({ inventory, requests: [request], options })
  const values = Object.entries(options).map(([name, value]) => [name, neutral.option(name, value)])
  return {
    inventory: neutral.inventory(inventory),
    request: neutral.request(request),
    filters,
    options: Object.fromEntries(values) as World['options'],
  }
}

function confOf({ filters, options }: World) {
  const lines = Object.entries(options).map(([name, value]) => `${name} = ${[value].flat().join(',')}`)
  return parseConf(['[DEFAULT]', `scheduler_default_filters = ${filters.join(',')}`, ...lines].join('\n'), {
    release: 'kilo',
  })
}

async function decide(given: World): Promise<unknown> {
  const { inventory, request } = given
  const conf = confOf(given)
  const { core } = conf
  const rules = {
    ...DEFAULT_REQUEST_RULES,
    defaultScheduleZone: core.default_schedule_zone,
    defaultAvailabilityZone: core.default_availability_zone,
    enabledFilters: core.enabled_filters,
  }
  return decisions(conf, inventory, () => {
    return [prepareRequest({ form: 'short', value: request, place: 'here' }, { inventory, rules }).request]
  })
}

describe('an anonymised case', () => {
  test('decides as it did, host by host', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        expect(await decide(anonymised(given))).toEqual(await decide(given))
      }),
      { numRuns: 400 },
    )
  })

  test('holds no old name', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { inventory, request, options } = anonymised(given)
        const text = JSON.stringify([inventory, request, options])
        expect(namesIn(given).filter((name) => text.includes(name))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('is the same whenever it is made, and stays as it is when it is made again', () => {
    fc.assert(
      fc.property(world, (given) => {
        const once = anonymised(given)
        expect(anonymised(given)).toEqual(once)
        expect(anonymised(once)).toEqual(once)
      }),
      { numRuns: 200 },
    )
  })
})

const VECTORS = join(import.meta.dirname, '../../../../vectors/kilo')

interface Scenario {
  readonly format: string
  readonly conf: string
  readonly inventory: Pick<Inventory, 'hosts' | 'aggregates'>
  readonly request?: NovaRequest
  readonly requests?: readonly (NovaRequest & { readonly changes?: unknown })[]
}

/** Options of the recorded scenarios that name something. */
const NAMING = ['isolated_hosts', 'isolated_images', 'default_availability_zone']

describe('what the real Nova was asked is decided the same with neutral names', () => {
  test.each(readdirSync(VECTORS))('%s', async (file) => {
    const lines = gunzipSync(readFileSync(join(VECTORS, file)))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
    for (const scenario of lines.map((line) => JSON.parse(line) as Scenario)) {
      const { conf: text, inventory: known, request, requests = request === undefined ? [] : [request] } = scenario
      if (requests.length === 0 || requests.some((each) => 'changes' in each)) continue
      const inventory = { ...known, server_groups: [], flavors: [], images: [] }
      const conf = parseConf(text, { release: 'kilo' })
      const set = NAMING.flatMap((name) =>
        conf
          .raw('DEFAULT', name)
          .slice(-1)
          .map(({ value }) => [name, value] as const),
      )
      const neutral = anonymizer({ inventory, requests, options: Object.fromEntries(set) })
      const changed = set.map(([name, value]) => `${name} = ${String(neutral.option(name, value))}\n`).join('')
      const after = parseConf(`${text}\n[DEFAULT]\n${changed}`, { release: 'kilo' })
      expect(
        await decisions(after, neutral.inventory(inventory), () => requests.map((each) => neutral.request(each))),
        text,
      ).toEqual(await decisions(conf, inventory, () => requests))
    }
  })
})
