import { defineFilter, int, reject } from '@nova-sched/core/plugin'

/** @import { Host } from '@nova-sched/core/plugin' */

/**
 * Limits what a project loses with one host. As with Nova's own filters that look at instances, those of the request
 * that is being decided do not count yet: a compute reports them later.
 */
export const ProjectSpreadFilter = defineFilter({
  name: 'ProjectSpreadFilter',
  help: 'Hosts with fewer than max_instances_of_project instances of the project that asks.',
  options: {
    max_instances_of_project: int(2, { min: 1, help: 'Instances that one project may have on one host.' }),
  },
  reasons: { project_full: 'holds {found} instances of project {project}, at most {limit} are allowed' },
  create({ conf }) {
    const limit = conf.max_instances_of_project
    return {
      prepare({ projectId: project }) {
        if (project === null) return null
        return (host) => {
          const found = instancesOf(project, host)
          const details = { project, found, limit, needed: 1, available: 0, unit: 'places' }
          return found < limit || reject('project_full', details)
        }
      },
      changes: (host, { projectId }) => [
        { kind: 'option', option: 'max_instances_of_project', value: instancesOf(projectId, host) + 1 },
      ],
    }
  },
})

/** @type {(project: string | null, host: Host) => number} */
function instancesOf(project, { instances }) {
  return Object.values(instances).filter(({ projectId }) => projectId === project).length
}
