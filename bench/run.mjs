// npm run bench [-- --hosts 100,1000,10000]: how long requests take. Every measured request must be placed.
// `new` requests differ in all that filters read of them, so that nothing remembered answers; `same` ones repeat.
import { parseArgs } from 'node:util'
import { build, install } from '../scripts/lib/setup.mjs'
import { inventoryOf, requestOf } from './cloud.mjs'

const { values } = parseArgs({
  options: { hosts: { type: 'string', default: '100,1000,10000' }, rounds: { type: 'string', default: '15' } },
})
install(['--ignore-scripts'])
build()
const { createScheduler, parseConf } = await import('../packages/core/dist/index.js')

const CONF = '[DEFAULT]\nhost = bench\n'

process.stdout.write(
  'Milliseconds a request, median. new: asks what was never asked; same: is asked again and again.\n\n',
)
process.stdout.write('| hosts | instances | new ms | same ms | ratio |\n|--:|--:|--:|--:|--:|\n')
for (const hostCount of values.hosts.split(',').map(Number)) {
  for (const instances of [1, 10]) {
    const fresh = await median(
      hostCount,
      (round) => requestOf(instances, { memory: 4096 + round, vcpus: 1 + round / 100 }),
      instances,
    )
    const same = await median(hostCount, () => requestOf(instances), instances)
    const cells = [hostCount, instances, fresh.toFixed(3), same.toFixed(3), (fresh / same).toFixed(1)]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
}

/** The median time of a request in milliseconds, after a few that warm up. */
async function median(hostCount, requestOfRound, instances) {
  const scheduler = await createScheduler({
    conf: parseConf(CONF, { release: 'kilo' }),
    inventory: inventoryOf(hostCount),
  })
  const times = []
  for (let round = 0; round < Number(values.rounds) + 5; round++) {
    const request = requestOfRound(round)
    const start = performance.now()
    const { destinations } = await scheduler.select(request, { top: 0 })
    times.push(performance.now() - start)
    if (destinations.length !== instances) throw new Error('not placed: the time means nothing')
  }
  return times.slice(5).sort((a, b) => a - b)[Math.floor(Number(values.rounds) / 2)]
}
