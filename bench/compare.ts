// npm run bench:compare -- BEFORE.json AFTER.json: what became faster or slower.
import { compareMain } from './compare-main.ts'

process.exitCode = compareMain(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
