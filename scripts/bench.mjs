// npm run bench [-- --quick --json FILE …]: how fast decisions are, beside a floor and the real Nova.
import { build, install } from './lib/setup.mjs'
import { timeNova } from './nova/core-timer.mjs'
import { whyNoNova } from './nova/oracle.mjs'

install(['--ignore-scripts'])
build()
const { main } = await import('../bench/dist/main.js')
process.exitCode = await main(process.argv.slice(2), { whyNot: whyNoNova, time: timeNova })
