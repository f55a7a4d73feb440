// Type-checks the tests of every package: the build compiles sources only.
import { readdirSync } from 'node:fs'
import { must, ROOT } from './lib/setup.mjs'

for (const name of readdirSync(`${ROOT}packages`)) {
  must(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `packages/${name}/tsconfig.test.json`])
}
