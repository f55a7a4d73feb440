// Shows the product on the shipped example: installs what is missing, builds, and runs the command.
import { spawnSync } from 'node:child_process'
import { build, install, ROOT } from './lib/setup.mjs'

install(['--ignore-scripts'])
build()

const commands = [
  [
    'dry-run',
    '--config-file',
    'examples/demo/nova.conf',
    '--inventory',
    'examples/demo/inventory.yaml',
    '--request',
    'examples/demo/request.yaml',
  ],
]
for (const args of commands) {
  process.stdout.write(`$ nova-sched ${args.join(' ')}\n\n`)
  const { status } = spawnSync(process.execPath, ['packages/cli/bin/nova-sched.js', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
