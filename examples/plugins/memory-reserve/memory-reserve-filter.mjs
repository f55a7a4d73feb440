// A filter as one file: keeps memory free on every host, so that instances of a failed host find a place.
import { defineFilter, int, reject, required } from '@nova-sched/core/plugin'

/** @import { Change, Host, Request } from '@nova-sched/core/plugin' */

/** @type {(host: Host) => number} */
const freeMb = (host) => required(host.freeRamMb, 'free_ram_mb')

/** @type {(request: Request) => boolean} */
const mayUseReserve = ({ hints }) => hints?.use_reserve === 'true'

export const MemoryReserveFilter = defineFilter({
  name: 'MemoryReserveFilter',
  help: 'Hosts that keep memory_reserve_mb free beside the instance; all hosts with the hint use_reserve=true.',
  options: {
    memory_reserve_mb: int(8192, { min: 0, help: 'Memory (MiB) that every host keeps free for evacuations.' }),
  },
  hints: ['use_reserve'],
  resources: ['memory'],
  reasons: { into_reserve: '{needed} {unit} needed, {available} {unit} free above the reserve of {reserve} {unit}' },
  create({ conf }) {
    const reserve = conf.memory_reserve_mb
    return {
      prepare(request) {
        if (mayUseReserve(request)) return null
        const needed = request.memoryMb
        return (host) => {
          const available = freeMb(host) - reserve
          return available >= needed || reject('into_reserve', { needed, available, unit: 'MiB', reserve })
        }
      },
      notes(host, request) {
        const taken = reserve - (freeMb(host) - request.memoryMb)
        return mayUseReserve(request) && taken > 0
          ? [`takes ${taken} of ${reserve} MiB in reserve on ${host.host}`]
          : []
      },
      changes(host, { memoryMb }) {
        const free = freeMb(host)
        /** @type {Change[]} */
        const changes = []
        if (free > reserve) changes.push({ kind: 'flavor', field: 'memory_mb', value: free - reserve })
        if (free >= memoryMb) changes.push({ kind: 'option', option: 'memory_reserve_mb', value: free - memoryMb })
        return changes
      },
    }
  },
})
