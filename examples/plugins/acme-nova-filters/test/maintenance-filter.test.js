import { filterCases } from '@nova-sched/core/testing'
import { MaintenanceFilter } from 'acme-nova-filters'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('hosts.txt', import.meta.url))

const cases = filterCases(MaintenanceFilter, {
  conf: { maintenance_hosts: file },
  passes: [{ name: 'a host that the file does not name', host: { host: 'compute-01' } }],
  rejects: [
    {
      name: 'a host that it names',
      host: { host: 'compute-02' },
      reason: 'in_maintenance',
      message: `named in ${file}: new power supply`,
    },
    {
      name: 'a host that it names without a word',
      host: { host: 'compute-03' },
      reason: 'in_maintenance',
      message: `named in ${file}: no reason given`,
    },
  ],
})
for (const { name, run } of cases) test(name, run)
