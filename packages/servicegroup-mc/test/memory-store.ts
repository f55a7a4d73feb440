import type { Service, ServiceStore } from '@nova-sched/core/plugin'

/** Records of services in memory: what lies in a database is not this package's to test. */
export function memoryStore(): ServiceStore & { readonly rows: Map<string, Service> } {
  const rows = new Map<string, Service>()
  const keyOf = ({ host, topic }: Pick<Service, 'host' | 'topic'>): string => JSON.stringify([topic, host])
  const byId = (id: number): Service => {
    const service = [...rows.values()].find((each) => each.id === id)
    if (service === undefined) throw new Error(`no service ${id}`)
    return service
  }
  const put = (service: Service): Promise<Service> => {
    rows.set(keyOf(service), service)
    return Promise.resolve(service)
  }
  return {
    rows,
    list: ({ host, topic, binary } = {}) =>
      Promise.resolve(
        [...rows.values()].filter(
          (row) =>
            row.host === (host ?? row.host) &&
            row.topic === (topic ?? row.topic) &&
            row.binary === (binary ?? row.binary),
        ),
      ),
    register: (service) =>
      put(
        rows.get(keyOf(service)) ?? {
          ...service,
          id: rows.size + 1,
          reportCount: 0,
          disabled: false,
          disabledReason: null,
          createdAt: 0,
          updatedAt: null,
          lastSeenUp: null,
          forcedDown: false,
        },
      ),
    async heartbeat(id) {
      await put({ ...byId(id), reportCount: byId(id).reportCount + 1 })
    },
    change: (id, change) => put({ ...byId(id), ...change }),
    zones: () => Promise.resolve(new Map()),
    close: () => Promise.resolve(),
  }
}
