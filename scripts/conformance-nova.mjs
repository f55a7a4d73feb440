// npm run conformance:nova -- --count 2000 --seed 7: scenarios of our own, decided by the real Nova and by us.
import { build, install } from './lib/setup.mjs'
import { openOracle, whyNoNova } from './nova/oracle.mjs'

install(['--ignore-scripts'])
build()
const { novaMain } = await import('../packages/conformance/dist/main.js')
process.exitCode = await novaMain(process.argv.slice(2), { whyNot: whyNoNova, open: openOracle })
