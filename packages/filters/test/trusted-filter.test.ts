import { reject, type Host, type Hosts, type Log, type Request, type Verdict } from '@nova-sched/core/plugin'
import { aHost, aRequest, filterCases, testEnv } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { TrustedFilter } from '../src/trusted-filter.ts'
import { answering, attestationBench, levels } from './attestation-bench.ts'

const bench = attestationBench()
const NOON = Date.UTC(2016, 0, 5, 12)
const KEY = 'trust:trusted_host'
const wanting = (level: string) => ({ flavor: { extraSpecs: { [KEY]: level } } })

/** What the filter is made with, and what it logs; the clock stands at noon until it is set. */
function filterAtWork(conf: Readonly<Record<string, unknown>> = {}) {
  const server = { attestation_server: 'localhost', attestation_port: String(bench.service.port) }
  const env = testEnv(TrustedFilter.options, { conf: { ...server, attestation_server_ca_file: bench.caFile, ...conf } })
  const warnings: string[] = []
  const log: Log = { ...env.log, warn: (message) => void warnings.push(message) }
  const world = { now: NOON }
  const parts = TrustedFilter.create({ ...env, log, clock: () => world.now })
  if (typeof parts === 'function' || parts.load === undefined) throw new Error('it does not load')
  const load = parts.load
  return {
    world,
    warnings,
    parts,
    /** Asks about hosts, as a run of filters does. */
    ask: async (names: readonly string[], request: Request = aRequest(wanting('trusted'))): Promise<Verdict[]> => {
      const hosts = names.map((nodename) => aHost({ host: `host of ${nodename}`, nodename }))
      const all = hosts as readonly Host[] as unknown as Hosts
      const loaded = await load(request, all, new AbortController().signal)
      const verdict = parts.prepare(request, all, loaded)
      return hosts.map((host) => verdict?.(host) ?? true)
    },
  }
}

const unknown = (why: string): Verdict => reject('trust_unknown', { needed: 'trusted', available: 'unknown', why })

describe('TrustedFilter', () => {
  const cases = filterCases(TrustedFilter, {
    passes: [
      { name: 'a flavor without extra specs', request: { flavor: { extraSpecs: null } } },
      { name: 'a flavor that does not ask for trust', request: { flavor: { extraSpecs: { 'hw:a': 'b' } } } },
      { name: 'a flavor that asks for nothing', request: wanting('') },
      {
        name: 'a host that nothing is known of, when that is asked for',
        request: wanting('unknown'),
        notes: ['its trust is unknown, as asked: [trusted_computing] attestation_server is not set'],
      },
    ],
    rejects: [
      {
        name: 'every host without an attestation service',
        request: wanting('trusted'),
        reason: 'trust_unknown',
        details: { needed: 'trusted', available: 'unknown' },
        message: 'its trust is unknown: [trusted_computing] attestation_server is not set; the flavor asks for trusted',
        notes: [],
        changes: [{ kind: 'extra_spec', key: KEY, value: null }],
      },
    ],
    faults: [{ name: 'a request without a flavor', request: { flavor: null }, code: 'ATTRIBUTE_MISSING' }],
  })
  for (const { name, run } of cases) test(name, run)

  test('asks nobody for a flavor that does not ask for trust', async () => {
    const { ask } = filterAtWork()
    expect(await ask(['n1'], aRequest({ flavor: { extraSpecs: {} } }))).toEqual([true])
    expect(bench.service.questions).toEqual([])
  })

  test('passes the nodes of the level that is asked for, by their exact names', async () => {
    const said = {
      n1: 'trusted',
      n2: 'untrusted',
      n3: 'unknown',
      N4: 'trusted',
      n5: 'Trusted',
      'host of n6': 'trusted',
    }
    bench.service.answer = levels(said, '2016-01-05T12:00:00Z')
    const { ask } = filterAtWork({ attestation_auth_blob: 'blob' })
    const other = (available: string): Verdict => reject('other_level', { needed: 'trusted', available })
    const silent = unknown('the attestation service says nothing of it')
    expect(await ask(['n1', 'n2', 'n3', 'n4', 'n5', 'n6'])).toEqual([
      true,
      other('untrusted'),
      unknown('the attestation service says so'),
      silent,
      other("u'Trusted'"),
      silent,
    ])
    expect(bench.service.questions).toMatchObject([{ headers: { 'x-auth-blob': 'blob' } }])
    expect(JSON.parse(bench.service.questions[0]?.body ?? '')).toEqual({
      count: 6,
      hosts: ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'],
    })
  })

  test.each([
    ['untrusted', [false, true, false]],
    ['unknown', [false, false, true]],
    ['Trusted', [false, false, false]],
  ])('passes hosts for %s as the service says it', async (level, passing) => {
    bench.service.answer = levels({ n1: 'trusted', n2: 'untrusted' }, '2016-01-05T12:00:00Z')
    const verdicts = await filterAtWork().ask(['n1', 'n2', 'n3'], aRequest(wanting(level)))
    expect(verdicts.map((verdict) => verdict === true)).toEqual(passing)
  })

  test('never takes what is no text for a level', async () => {
    const of = (host_name: string, trust_lvl: unknown) => ({ host_name, trust_lvl, vtime: '2016-01-05T12:00:00Z' })
    const hosts = [of('n1', true), of('n2', ['trusted']), of('n3', null), of('n4', 'x'.repeat(100))]
    bench.service.answer = answering({ hosts })
    const { ask } = filterAtWork()
    for (const level of ['True', 'trusted']) {
      const verdicts = await ask(['n1', 'n2', 'n3', 'n4'], aRequest(wanting(level)))
      expect(verdicts.map((no) => (typeof no === 'object' ? no.details['available'] : no))).toEqual([
        'True',
        "[u'trusted']",
        'None',
        `u'${'x'.repeat(38)}`,
      ])
    }
  })

  test('asks once while attestations count, then again; a service that is gone leaves no trust', async () => {
    bench.service.answer = levels({ n1: 'trusted' }, '2016-01-05T12:00:00Z')
    const { ask, world, warnings } = filterAtWork({ attestation_auth_timeout: 30 })
    expect(await ask(['n1'])).toEqual([true])
    bench.service.answer = answering('gone', 503)
    world.now = NOON + 30_000
    expect(await ask(['n1'])).toEqual([true])
    expect(bench.service.questions).toHaveLength(1)
    world.now += 1
    const where = `https://localhost:${bench.service.port}/OpenAttestationWebServices/V1.0/PollHosts`
    const failure = `the attestation service at ${where} answered with status 503`
    expect(await ask(['n1'])).toEqual([unknown(failure)])
    expect(warnings).toEqual([`TrustedFilter: ${failure}. All hosts count as unknown`])
    bench.service.answer = levels({ n1: 'trusted' }, '2016-01-05T12:00:30Z')
    expect(await ask(['n1'])).toEqual([true])
  })

  test('takes no attestation that is too old for trust, even as it is told', async () => {
    bench.service.answer = levels({ n1: 'trusted', n2: 'untrusted', n3: 'unknown' }, 'Tue Jan  5 11:58:59 2016')
    const { ask } = filterAtWork()
    const attested = 'Tue Jan  5 11:58:59 2016'
    expect(await ask(['n1'])).toEqual([
      reject('attestation_expired', { needed: 'trusted', available: 'trusted', attested, timeout: 60 }),
    ])
    expect(await ask(['n3'], aRequest(wanting('unknown')))).toEqual([true])
  })

  test('takes a host whose time is none for unknown', async () => {
    bench.service.answer = levels({ n1: 'trusted' }, 'noon')
    const why = 'the attestation service gives "noon" as the time of its attestation, which is no time'
    expect(await filterAtWork().ask(['n1'])).toEqual([unknown(why)])
  })

  test('breaks on garbage, and trusts nobody by it', async () => {
    const { ask, world } = filterAtWork()
    bench.service.answer = levels({ n1: 'trusted' }, '2016-01-05T12:00:00Z')
    expect(await ask(['n1'])).toEqual([true])
    world.now = NOON + 61_000
    const half = [{ host_name: 'n1', trust_lvl: 'trusted', vtime: '2016-01-05T12:01:00Z' }, { host_name: 'n2' }]
    bench.service.answer = answering({ hosts: half })
    await expect(ask(['n1'])).rejects.toMatchObject({ code: 'KEY_MISSING' })
    bench.service.answer = answering('<html>')
    await expect(ask(['n1'])).rejects.toMatchObject({ code: 'ATTRIBUTE_MISSING' })
    expect(bench.service.questions).toHaveLength(3)
  })

  test('checks certificates, whatever attestation_insecure_ssl says, and warns of it', async () => {
    bench.service.answer = levels({ n1: 'trusted' }, '2016-01-05T12:00:00Z')
    const insecure = { attestation_insecure_ssl: true }
    const { ask, warnings } = filterAtWork({ ...insecure, attestation_server_ca_file: null })
    expect(warnings).toEqual([expect.stringContaining('attestation_insecure_ssl = True is not honoured')])
    expect(await ask(['n1'])).toMatchObject([{ reason: 'trust_unknown' }])
    expect(bench.service.questions).toEqual([])
    expect(await filterAtWork(insecure).ask(['n1'])).toEqual([true])
    expect(filterAtWork().warnings).toEqual([])
  })

  test('keeps its blob secret', () => {
    expect(TrustedFilter.options?.['attestation_auth_blob']?.secret).toBe(true)
  })
})
