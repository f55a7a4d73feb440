import {
  attribute,
  defineFilter,
  dictGet,
  dictOf,
  PYTHON_3,
  pythonRepr,
  reject,
  required,
  truthy,
  type Host,
  type HostStateShape,
} from '@nova-sched/core/plugin'
import { compileJsonQuery } from './lib/json-query.ts'

const VARIABLE = /"\$([^"\\]+)"/g

/** Hosts that meet a query of the user. */
export const JsonFilter = defineFilter({
  name: 'JsonFilter',
  help: 'Hosts that meet the query of the hint query, such as [">=", "$free_ram_mb", 1024].',
  classPath: 'nova.scheduler.filters.json_filter.JsonFilter',
  hints: ['query'],
  reasons: {
    query_not_met: 'the query {query} is not met: {values}',
  },
  create: ({ rules }) => ({
    prepare(request) {
      const query = required(request.hints, 'scheduler_hints')['query']
      if (!truthy(query)) return null
      const isMet = compileJsonQuery(query, rules.python)
      const variables = new Set(
        Array.from((typeof query === 'string' ? query : '').matchAll(VARIABLE), ([, name = '']) => name),
      )
      return (host) => {
        if (isMet((name) => attribute(host, name, rules.hostState))) return true
        const values = Array.from(
          variables,
          (name) => `${name} is ${pythonRepr(valueOf(host, name, rules.hostState), PYTHON_3)}`,
        )
        return reject('query_not_met', { query, values: values.join(', ') || 'it names nothing of the host' })
      }
    },
    changes: () => [{ kind: 'hint', hint: 'query', value: null }],
  }),
})

function valueOf(host: Host, variable: string, shape: HostStateShape): unknown {
  const [name = '', ...keys] = variable.split('.')
  return keys.reduce<unknown>((value, key) => dictGet(dictOf(value) ?? {}, key), attribute(host, name, shape))
}
