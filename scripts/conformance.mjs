// npm run conformance -- [--shrink] FILE|FOLDER…: replays what the real Nova and oslo.config decided.
import { build, install } from './lib/setup.mjs'
import { openOracle, whyNoNova } from './nova/oracle.mjs'

install(['--ignore-scripts'])
build()
const { main } = await import('../packages/conformance/dist/main.js')
process.exitCode = await main(process.argv.slice(2), { whyNot: whyNoNova, open: openOracle })
