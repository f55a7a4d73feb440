// Builds everything that changed: validators from the JSON Schemas, then all packages.
import { must } from './lib/setup.mjs'

must(process.execPath, ['scripts/compile-schemas.mjs'])
must(process.execPath, ['node_modules/typescript/bin/tsc', '-b'])
must(process.execPath, ['scripts/bundle.mjs'])
