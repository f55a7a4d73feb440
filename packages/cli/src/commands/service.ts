import { NovaSchedError, type MemberLiveness } from '@nova-sched/core'
import type { Command } from 'commander'
import type { Context, GlobalOptions } from '../context.ts'
import { dataText } from '../output/data.ts'
import { changesOf, changeText, type WatchedChange } from '../output/service-list.ts'
import { printable } from '../output/table.ts'
import { storeOf, untilStopped, withServiceGroup } from './service-group.ts'
import { listServices, type ListFlags } from './service-list.ts'

interface NamedFlags extends GlobalOptions {
  readonly host: string
  readonly service: string
  readonly reason?: string
}

interface JoinFlags extends GlobalOptions {
  readonly binary: string
  readonly topic?: string
  readonly host?: string
}

interface WatchFlags extends GlobalOptions {
  readonly topic: string
}

const EXAMPLES = {
  list: `
Examples:
  nova-sched service list
  nova-sched service list --service nova-compute --verbose
  nova-sched service list --host compute-01 --format json`,
  enable: `
Example:
  nova-sched service enable --host compute-01 --service nova-compute`,
  disable: `
Example:
  nova-sched service disable --host compute-01 --service nova-compute --reason 'disk is broken'`,
  join: `
Example:
  nova-sched service join --binary nova-compute --topic compute --host compute-01`,
  watch: `
Examples:
  nova-sched service watch
  nova-sched service watch --topic conductor --format json`,
}

/** Longest text of the column. */
const LONGEST_REASON = 255

/** Adds the `service` commands: `list`, `enable`, `disable`, `join` and `watch`. */
export function registerService(program: Command, context: Context): void {
  const service = program.command('service').description('who is alive: look at services, and be one')

  service
    .command('list')
    .description('print services as nova-manage does: :-) is up, XXX is down')
    .option('--host <host>', 'only of this host')
    .option('--service <binary>', 'only this service, such as nova-compute')
    .addHelpText('after', EXAMPLES.list)
    .action((_: unknown, command: Command) => listServices(command.optsWithGlobals<ListFlags>(), context))

  for (const verb of ['enable', 'disable'] as const) {
    const isDisabled = verb === 'disable'
    const named = service
      .command(verb)
      .description(isDisabled ? 'let a service get no new instances' : 'let a service get new instances again')
      .requiredOption('--host <host>', 'the host of the service')
      .requiredOption('--service <binary>', 'the service, such as nova-compute')
    if (isDisabled) named.option('--reason <text>', 'why, for those who look at it')
    named
      .addHelpText('after', EXAMPLES[verb])
      .action((_: unknown, command: Command) => setDisabled(isDisabled, command.optsWithGlobals<NamedFlags>(), context))
  }

  service
    .command('join')
    .description(
      'keep a service up, as its own process does: prints pid N when it is, and runs until SIGTERM or Ctrl-C',
    )
    .requiredOption('--binary <binary>', 'the service, such as nova-compute')
    .option('--topic <topic>', 'the group to join; the default is the service without nova-')
    .option('--host <host>', 'the name of the host; the default is host in [DEFAULT]')
    .addHelpText('after', EXAMPLES.join)
    .action((_: unknown, command: Command) => join(command.optsWithGlobals<JoinFlags>(), context))

  service
    .command('watch')
    .description('print a line whenever a service comes up or goes down; Ctrl-C ends it')
    .option('--topic <topic>', 'the group to watch', 'compute')
    .addHelpText('after', EXAMPLES.watch)
    .action((_: unknown, command: Command) => watch(command.optsWithGlobals<WatchFlags>(), context))
}

async function setDisabled(disabled: boolean, flags: NamedFlags, context: Context): Promise<void> {
  const { host, service: binary, reason } = flags
  if (reason !== undefined && [...reason].length > LONGEST_REASON)
    throw new NovaSchedError('USAGE', `--reason: ${[...reason].length} letters, the database holds ${LONGEST_REASON}`)
  await withServiceGroup(flags, context, async (group) => {
    const store = storeOf(group)
    const [found] = await store.list({ host, binary })
    if (found === undefined)
      throw new NovaSchedError('SERVICE_NOT_FOUND', `Could not find binary ${binary} on host ${host}.`, {
        host,
        binary,
      })
    await store.change(found.id, { disabled, ...(reason === undefined ? {} : { disabledReason: reason }) })
    const status = disabled ? 'disabled' : 'enabled'
    const disabledReason = reason ?? found.disabledReason
    const data = { binary, host, status, disabled_reason: disabledReason }
    const text = printable(`Service ${binary} on host ${host} ${status}.`)
    context.stdout.write(flags.format === 'table' ? `${text}\n` : await dataText(data, flags.format))
  })
}

async function join(flags: JoinFlags, context: Context): Promise<void> {
  const { binary, topic = binary.replace(/^nova-/, '') } = flags
  await withServiceGroup(flags, context, async (group, { core }) => {
    const host = flags.host ?? core.host
    if (host === null) throw new NovaSchedError('USAGE', 'name the host: --host, or host in [DEFAULT]')
    const stopped = untilStopped(context.untilStopped?.() ?? context.signal)
    // Whatever knows of its liveness, its record is in the database.
    await group.store?.register({ host, binary, topic })
    await group.join(host, topic, binary)
    context.stdout.write(`pid ${context.pid}\n`)
    await stopped
    await group.leave(host, topic)
  })
}

async function watch(flags: WatchFlags, context: Context): Promise<void> {
  const { topic, format } = flags
  await withServiceGroup(flags, context, async (group) => {
    let isAway = false
    const before = new Map<string, MemberLiveness['state']>()
    const tell = (change: Pick<WatchedChange, 'host' | 'state' | 'why'>): void => {
      const full: WatchedChange = { time: new Date(context.clock()).toISOString(), topic, ...change }
      context.stdout.write(format === 'table' ? changeText(full) : `${JSON.stringify(full)}\n`)
    }
    const stop = group.follow(topic, (liveness) => {
      if (liveness === null) tell({ host: null, state: 'unknown', why: 'its store is away' })
      else if (isAway) tell({ host: null, state: 'up', why: 'its store answers again' })
      isAway = liveness === null
      if (liveness === null) return
      for (const change of changesOf(liveness, before)) tell(change)
    })
    await untilStopped(context.signal)
    stop()
  })
}
