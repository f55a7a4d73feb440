// Holds the size budget: a file of more lines than this has more than one job.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './lib/setup.mjs'

const BUDGETS = [
  [/^packages\/(filters|weighers)\/src\/[^/]+\.ts$/, 120],
  [/^packages\/[^/]+\/src\/|^bench\/[^/]+$/, 250],
  [/^packages\/[^/]+\/test\/|^(bench\/)?test\//, 400],
]

const files = ['packages', 'bench', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !/node_modules|\/dist\/|\/generated\//.test(file)),
)
const offences = files.flatMap((file) => {
  const budget = BUDGETS.find(([pattern]) => pattern.test(file))?.[1]
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1
  return budget !== undefined && lines > budget ? [`${file}: ${lines} lines, the budget is ${budget}`] : []
})
for (const offence of offences) process.stdout.write(`${offence}\n`)
process.exitCode = offences.length === 0 ? 0 : 1
