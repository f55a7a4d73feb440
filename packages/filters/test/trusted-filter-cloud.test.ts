import { buildRequest, createScheduler, DEFAULT_REQUEST_RULES, inventoryFrom, parseConf } from '@nova-sched/core'
import { describe, expect, test } from 'vitest'
import { attestationBench, levels } from './attestation-bench.ts'

const bench = attestationBench()
const NOON = Date.UTC(2016, 0, 5, 12)

/** Two compute nodes, and two flavors: of which one wants trust. */
function cloud() {
  const node = { vcpus: 8, memory_mb: 16384, local_gb: 500 }
  const flavor = { vcpus: 1, memory_mb: 1024, root_gb: 1, ephemeral_gb: 0, swap: 0 }
  const { inventory } = inventoryFrom({
    hosts: ['n1', 'n2'].map((host) => ({ host, ...node })),
    flavors: [
      { name: 'any', ...flavor },
      { name: 'safe', ...flavor, extra_specs: { 'trust:trusted_host': 'trusted' } },
    ],
  })
  return inventory
}

async function schedulerOf(inventory: ReturnType<typeof cloud>, clock: () => number) {
  const conf = parseConf(
    [
      '[DEFAULT]',
      'scheduler_default_filters = TrustedFilter',
      '[trusted_computing]',
      'attestation_server = localhost',
      `attestation_port = ${bench.service.port}`,
      `attestation_server_ca_file = ${bench.caFile}`,
      'attestation_auth_blob = i-b-m',
    ].join('\n'),
    { release: 'kilo' },
  )
  return createScheduler({ conf, inventory, clock })
}

describe('a scheduler with TrustedFilter', () => {
  test('asks once for many requests, and places on trusted nodes only', async () => {
    bench.service.answer = levels({ n1: 'untrusted', n2: 'trusted' }, '2016-01-05T12:00:00Z')
    const inventory = cloud()
    let now = NOON
    const scheduler = await schedulerOf(inventory, () => now)
    const place = async (flavor: string, count = 1): Promise<readonly string[] | string> => {
      const { request } = buildRequest({ flavor, count }, { inventory, rules: DEFAULT_REQUEST_RULES })
      const { destinations, error } = await scheduler.select(request)
      return error?.code ?? destinations.map(({ host }) => host)
    }
    expect(await place('any')).toHaveLength(1)
    expect(bench.service.questions).toEqual([])
    expect(await place('safe', 3)).toEqual(['n2', 'n2', 'n2'])
    expect(await place('safe')).toEqual(['n2'])
    expect(bench.service.questions).toMatchObject([{ headers: { 'x-auth-blob': 'i-b-m' } }])

    now = NOON + 61_000
    bench.service.answer = (response) => void response.destroy()
    expect(await place('safe')).toBe('NO_VALID_HOST')
    expect(await place('any')).toHaveLength(1)
    bench.service.answer = (response) => void response.end('garbage')
    expect(await place('safe')).toBe('PLUGIN_FAULT')
    scheduler.close()
  })

  test('explains why a host is not trusted, and what would let it in', async () => {
    bench.service.answer = levels({ n1: 'untrusted' }, '2016-01-05T12:00:00Z')
    const inventory = cloud()
    const scheduler = await schedulerOf(inventory, () => NOON)
    const { request } = buildRequest({ flavor: 'safe' }, { inventory, rules: DEFAULT_REQUEST_RULES })
    const { hosts, reasons, nearest } = await scheduler.explain(request)
    expect(hosts.map(({ message }) => message)).toEqual([
      'the attestation service says untrusted; the flavor asks for trusted',
      'its trust is unknown: the attestation service says nothing of it; the flavor asks for trusted',
    ])
    expect(reasons).toEqual({ 'TrustedFilter: other_level': 1, 'TrustedFilter: trust_unknown': 1 })
    const dropped = { kind: 'extra_spec', key: 'trust:trusted_host', value: null }
    expect(nearest.map(({ changes }) => changes.map(({ change }) => change))).toEqual([[dropped], [dropped]])
    scheduler.close()
  })
})
