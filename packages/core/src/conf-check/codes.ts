import type { Finding } from '../errors.ts'

/** What a code of a finding stands for. */
interface CheckKind {
  readonly level: Finding['level']
  /** Why it matters, where a check does not know better. */
  readonly why: string
}

const error = (why: string): CheckKind => ({ level: 'error', why })
const warning = (why: string): CheckKind => ({ level: 'warning', why })
const hint = (why: string): CheckKind => ({ level: 'hint', why })

const NOT_STARTED = 'The scheduler looks for its plugins when it starts, and does not start without one of them.'

/** Every code of `conf check`, with its usual level. `docs/conf-check.md` explains every code; a test keeps the two equal. */
export const CONF_CHECKS = {
  // the files
  'file-unreadable': error('Nova reads every file that it is told to read, or does not start.'),
  'no-file': warning('Nothing but defaults was checked.'),
  syntax: error('oslo.config refuses the whole file, and Nova does not start.'),
  'no-section': warning(
    'Nova refuses the whole file. nova-sched reads the lines above the first section as [DEFAULT].',
  ),
  'release-unknown': error(
    'Names, defaults and plugins differ between releases: the wrong ones may have been checked.',
  ),
  'release-mixed': warning('A release reads one of the two sets of names; the options under the other have no effect.'),
  'release-stand-in': hint(
    'Names, defaults and plugins are those of the release that was asked for; decisions are not.',
  ),
  // names and values
  'name-ignored': warning('Nova says nothing about a name that it does not read: the option keeps its default.'),
  'old-name': warning('Nova logs a warning for the old name, and a later release does not read it any more.'),
  'value-invalid': error(
    'Nova starts all the same, and fails when it first reads the option. Kilo says "no such option" then.',
  ),
  'comment-in-value': error(
    'nova.conf knows comments on lines of their own only: all that follows the = is the value.',
  ),
  'given-twice': warning('Of all assignments in a file the last one counts. Nova says nothing about the others.'),
  'option-unused': warning('Whoever reads the file takes the value to be in force.'),
  // plugins
  'filter-unknown': error(NOT_STARTED),
  'filter-lost': error(
    'Setting the option replaces its default, which makes all built-in filters available. The scheduler does not start without a filter that is enabled.',
  ),
  'class-path': error(`Filters are enabled by the bare names of their classes. ${NOT_STARTED}`),
  'plugin-unknown': error(NOT_STARTED),
  'python-class': error('nova-sched runs no Python, and does not guess what a class would decide.'),
  'plugin-broken': error('nova-sched decides nothing without a plugin that the configuration names.'),
  'not-in-release': error(NOT_STARTED),
  'driver-form': warning(NOT_STARTED),
  'listed-twice': warning('What is listed twice runs twice.'),
  'stand-in-idle': warning('The stand-in is not used.'),
  // which hosts pass
  'filter-base': error('It is no filter, only what other filters have in common: it ends every request with an error.'),
  'filter-idle': hint('It costs time for every host of every request.'),
  'no-filter': warning('Every host passes: dead ones, full ones, and those of other zones.'),
  'compute-filter-missing': warning(
    'Nothing else asks whether the compute service of a host is up: instances are sent to dead hosts.',
  ),
  'retry-filter-missing': warning(
    'A host on which an instance failed is free again at once, so it is mostly the best one again: every attempt may go there.',
  ),
  'zone-filter-missing': warning('A zone that a request asks for is ignored, without a word.'),
  'group-filter-missing': warning('Nova refuses a request for such a group: UnsupportedPolicyException.'),
  'groups-ignored': warning('The request goes through, and the policy of the group is not kept, without a word.'),
  'pci-filter-missing': warning('A request for a PCI device goes to hosts that have none, and fails there.'),
  'resource-unlimited': warning('Hosts are filled beyond what they have: nothing stops a request that does not fit.'),
  'aggregate-ratio-capped': warning(
    'A host must pass both filters, so the value of the configuration caps what aggregates allow.',
  ),
  'unscoped-keys': hint(
    'Both filters claim an extra spec without a scope, so a flavor for the one is rejected everywhere by the other.',
  ),
  'limit-blocks-all': warning('No host ever passes.'),
  'isolation-incomplete': warning('Isolation needs both lists.'),
  'aggregate-key-missing': hint('Without that metadata the filter lets every host pass.'),
  'host-unknown': warning('Names of hosts are compared letter by letter: a name that no host bears isolates nothing.'),
  'zone-unknown': warning('Every request that names no zone asks for this one, and finds no host.'),
  // which host is best
  'no-weigher': warning('All hosts that pass are equal: the first in the list takes instance after instance.'),
  'weigher-silent': hint('Whatever it finds is multiplied by 0.'),
  'weigher-drowns': warning(
    'Weights are numbers from 0 to 1 before they are multiplied: the others only break its ties.',
  ),
  'weigher-inverted': hint('The busier a host is with building and moving instances, the better it looks.'),
  'metrics-malformed': warning('Nova leaves the item out, with a warning in its log.'),
  'metric-required': warning('One host that does not report one of the metrics ends every request with an error.'),
  'subset-size': hint('An instance goes to one of that many best hosts, at random.'),
  'max-attempts': error('Nova refuses every request: "Invalid value for \'scheduler_max_attempts\', must be >= 1".'),
  'options-file': warning('Nova reads the file for every request; one that is not there fails the request.'),
  // which hosts are alive
  'servicegroup-unknown': error('No service of Nova starts with it.'),
  'memcached-missing': error('The mc driver keeps the heartbeats there: no service of Nova starts without.'),
  'zookeeper-missing': error('The zk driver keeps the heartbeats there: it has nothing to connect to.'),
  'down-time-overridden': warning(
    'A host would count as down between two heartbeats. Nova raises service_down_time to 2.5 × report_interval itself, with a warning in its log.',
  ),
  'down-time-tight': warning('One heartbeat that comes late, or is lost, takes a live host out of the running.'),
  'heartbeat-off': warning('A service that never reports counts as down as soon as service_down_time is over.'),
  'caching-period': warning(
    'The caching scheduler remembers heartbeats with the hosts: at the end of a period they are old, and live hosts count as down.',
  ),
} as const satisfies Readonly<Record<string, CheckKind>>

/** A key of {@link CONF_CHECKS}. */
export type CheckCode = keyof typeof CONF_CHECKS
