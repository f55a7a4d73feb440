import { filterCases } from '@nova-sched/core/testing'
import { ProjectSpreadFilter } from 'acme-nova-filters'
import { test } from 'node:test'

/** @type {(...projects: string[]) => Pick<import('@nova-sched/core').Host, 'instances'>} */
const holding = (...projects) => ({
  instances: Object.fromEntries(
    projects.map((projectId, index) => {
      const uuid = `00000000-0000-4000-8000-00000000000${index}`
      return [uuid, { uuid, projectId, instanceTypeId: 1 }]
    }),
  ),
})

const request = { projectId: 'shop' }

const cases = filterCases(ProjectSpreadFilter, {
  passes: [
    { name: 'a host with one instance of the project', request, host: holding('shop', 'batch', 'batch') },
    { name: 'every host, if there is no project', request: { projectId: null }, host: holding('shop', 'shop') },
  ],
  rejects: [
    {
      name: 'a host with as many instances of the project as it may have',
      request,
      host: holding('shop', 'batch', 'shop'),
      reason: 'project_full',
      details: { needed: 1, available: 0, unit: 'places' },
      message: 'holds 2 instances of project shop, at most 2 are allowed',
      changes: [{ kind: 'option', option: 'max_instances_of_project', value: 3 }],
    },
  ],
})
for (const { name, run } of cases) test(name, run)
