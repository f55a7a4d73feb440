import { defineFilter, reject, str } from '@nova-sched/core/plugin'
import { readFile } from 'node:fs/promises'

/** Keeps instances off hosts that are about to be worked on, as a file of the site's other tools says. */
export const MaintenanceFilter = defineFilter({
  name: 'MaintenanceFilter',
  help: 'Hosts that the file maintenance_hosts does not name.',
  options: {
    maintenance_hosts: str('/etc/nova/maintenance.txt', { help: 'File of lines: a host, a space, why.' }),
  },
  reasons: { in_maintenance: 'named in {file}: {why}' },
  // The file may change between two requests, and nothing that is remembered tells so.
  volatile: true,
  create({ conf: { maintenance_hosts: file } }) {
    return {
      load: (_request, _hosts, signal) => readFile(file, { encoding: 'utf8', signal }),
      prepare(_request, _hosts, text) {
        const whys = new Map(Array.from(String(text).matchAll(/^(\S+) ?(.*)$/gm), ([, host, why]) => [host, why]))
        return ({ host }) =>
          !whys.has(host) || reject('in_maintenance', { file, why: whys.get(host) || 'no reason given' })
      },
    }
  },
})
