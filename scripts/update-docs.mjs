// npm run docs: writes the output of every example in the documentation anew, and nova.conf.example.
import { existsSync, writeFileSync } from 'node:fs'
import { documents, readDocument, sampleConf, withOutputs } from './lib/console-blocks.mjs'
import { build, install, ROOT } from './lib/setup.mjs'

install(['--ignore-scripts'])
build()
const { runCommand } = await import('../packages/cli/dist/main.js')

for (const name of documents()) write(name, await withOutputs(readDocument(name), runCommand))
write('nova.conf.example', await sampleConf(runCommand))

function write(name, text) {
  if (existsSync(`${ROOT}${name}`) && readDocument(name) === text) return
  writeFileSync(`${ROOT}${name}`, text)
  process.stdout.write(`${name}: updated\n`)
}
