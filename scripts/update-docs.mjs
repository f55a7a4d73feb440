// npm run docs: writes the output of every example in the documentation anew, and nova.conf.example. Tells what else is
// wrong with a block.
import { existsSync, writeFileSync } from 'node:fs'
import { documents, followDocument, readDocument, sampleConf } from './lib/documents.mjs'
import { build, install, ROOT } from './lib/setup.mjs'

install(['--ignore-scripts'])
build()

for (const name of process.argv.length > 2 ? process.argv.slice(2) : documents()) {
  const { text, problems } = await followDocument(name)
  write(name, text)
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
write('nova.conf.example', sampleConf())

function write(name, text) {
  if (existsSync(`${ROOT}${name}`) && readDocument(name) === text) return
  writeFileSync(`${ROOT}${name}`, text)
  process.stdout.write(`${name}: updated\n`)
}
