// npm run docs: writes the output of every example in the documentation anew, and nova.conf.example.
import { writeFileSync } from 'node:fs'
import { documents, readDocument, withOutputs } from './lib/console-blocks.mjs'
import { build, install, ROOT } from './lib/setup.mjs'

install(['--ignore-scripts'])
build()
const { runCommand } = await import('../packages/cli/dist/main.js')

for (const name of documents()) {
  const text = readDocument(name)
  const updated = await withOutputs(text, runCommand)
  if (updated === text) continue
  writeFileSync(`${ROOT}${name}`, updated)
  process.stdout.write(`${name}: updated\n`)
}
