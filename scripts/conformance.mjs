// npm run conformance -- FILE|FOLDER…: replays what the real Nova and oslo.config decided.
import { build, install } from './lib/setup.mjs'

install(['--ignore-scripts'])
build()
const { main } = await import('../packages/conformance/dist/main.js')
process.exitCode = await main(process.argv.slice(2))
