// Type-checks the tests of every package and of bench/: the build compiles sources only.
import { readdirSync } from 'node:fs'
import { must, ROOT } from './lib/setup.mjs'

const folders = readdirSync(`${ROOT}packages`).map((name) => `packages/${name}`)
for (const folder of [...folders, 'bench']) {
  must(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `${folder}/tsconfig.test.json`])
}
