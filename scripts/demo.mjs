// Shows the product on the shipped example: installs what is missing, builds, and runs the command.
import { spawnSync } from 'node:child_process'
import { build, install, ROOT } from './lib/setup.mjs'

install(['--ignore-scripts'])
build()

const files = (folder, inventory, request) => {
  const path = (name) => `examples/${folder}/${name}`
  return ['--config-file', path('nova.conf'), '--inventory', path(inventory), '--request', path(request)]
}
/** Each with the exit code that it ends with: the second finds no host, and tells why. */
const commands = [
  [['dry-run', ...files('demo', 'inventory.yaml', 'request.yaml')], 0],
  [['explain', ...files('explain', 'cloud.yaml', 'boot.yaml')], 1],
]
for (const [args, expected] of commands) {
  process.stdout.write(`$ nova-sched ${args.join(' ')}\n\n`)
  const { status } = spawnSync(process.execPath, ['packages/cli/bin/nova-sched.js', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== expected) process.exit(status || 1)
  process.stdout.write('\n')
}
