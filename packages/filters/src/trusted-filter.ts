import {
  bool,
  defineFilter,
  fault,
  int,
  pythonRepr,
  reject,
  str,
  type PythonRules,
  type Request,
  type Verdict,
} from '@nova-sched/core/plugin'
import { pollHosts } from './lib/attestation/service.ts'
import { NOTHING_KNOWN, trustCache, type Trust, type TrustOf } from './lib/attestation/trust-cache.ts'

const GROUP = 'trusted_computing'
const KEY = 'trust:trusted_host'
const LEVELS: ReadonlySet<unknown> = new Set(['trusted', 'untrusted', 'unknown'])
/** Of something else that the service may say, in a message. */
const LONGEST_LEVEL = 40
const NOT_INSECURE = `[${GROUP}] attestation_insecure_ssl = True is not honoured, as in Nova: the certificate of the attestation service is always checked. Name its CA in attestation_server_ca_file`

/** Hosts that the attestation service trusts, where the flavor asks for that. */
export const TrustedFilter = defineFilter({
  name: 'TrustedFilter',
  help: 'Hosts of the trust level that the flavor asks for, by what the attestation service says of them.',
  classPath: 'nova.scheduler.filters.trusted_filter.TrustedFilter',
  oncePerRequest: true,
  volatile: true,
  options: {
    attestation_server: str(null, { group: GROUP, help: 'Host name of the attestation service.' }),
    attestation_server_ca_file: str(null, {
      group: GROUP,
      help: 'File with the CA certificates, in PEM form, that vouch for the attestation service. Not set: those that Node comes with.',
    }),
    attestation_port: str('8443', { group: GROUP, help: 'Port of the attestation service.' }),
    attestation_api_url: str('/OpenAttestationWebServices/V1.0', {
      group: GROUP,
      help: 'Path of the API of the attestation service; /PollHosts follows it.',
    }),
    attestation_auth_blob: str(null, {
      group: GROUP,
      secret: true,
      help: 'What the attestation service knows us by: sent in the header x-auth-blob.',
    }),
    attestation_auth_timeout: int(60, {
      group: GROUP,
      help: 'Seconds for which an attestation counts. Older ones are asked for anew.',
    }),
    attestation_insecure_ssl: bool(false, {
      group: GROUP,
      help: 'Without effect, as in Nova: the certificate of the attestation service is always checked.',
    }),
  },
  reasons: {
    other_level: 'the attestation service says {available}; the flavor asks for {needed}',
    trust_unknown: 'its trust is unknown: {why}; the flavor asks for {needed}',
    attestation_expired:
      'it was {available} at {attested}, which is longer ago than attestation_auth_timeout ({timeout} s); the flavor asks for {needed}',
  },
  create({ conf, rules, clock, log }) {
    if (conf.attestation_insecure_ssl) log.warn(NOT_INSECURE)
    const timeout = conf.attestation_auth_timeout
    const address = {
      server: conf.attestation_server,
      port: conf.attestation_port,
      apiUrl: conf.attestation_api_url,
      caFile: conf.attestation_server_ca_file,
      authBlob: conf.attestation_auth_blob,
    }
    const cache = trustCache({
      async ask(names, signal) {
        const heard = await pollHosts(address, names, signal)
        if (heard.statements === null) log.warn(`TrustedFilter: ${heard.failure}. All hosts count as unknown`)
        return heard
      },
      clock,
      lifetime: timeout * 1000,
    })
    return {
      load: async (request, hosts, signal) =>
        levelAskedFor(request)
          ? cache.consult(
              Array.from(hosts, ({ nodename }) => nodename),
              signal,
            )
          : NOTHING_KNOWN,
      prepare(request, _hosts, loaded = NOTHING_KNOWN) {
        if (request.flavor === null)
          throw fault('ATTRIBUTE_MISSING', 'the request has no instance_type: Nova looks for its extra specs')
        const needed = levelAskedFor(request)
        if (!needed) return null
        const trustOf = loaded as TrustOf
        return ({ nodename }) => verdictOf(needed, trustOf(nodename), timeout, rules.python)
      },
      notes({ nodename }, request) {
        const { why } = cache.latest(nodename)
        return levelAskedFor(request) === 'unknown' && why !== null ? [`its trust is unknown, as asked: ${why}`] : []
      },
      changes: () => [{ kind: 'extra_spec', key: KEY, value: null }],
    }
  },
})

function levelAskedFor({ flavor }: Request): string | undefined {
  return flavor?.extraSpecs?.[KEY]
}

function verdictOf(needed: string, { level, why, expired }: Trust, timeout: number, python: PythonRules): Verdict {
  if (level === needed && (expired === null || level === 'unknown')) return true
  const available = LEVELS.has(level) ? level : pythonRepr(level, python).slice(0, LONGEST_LEVEL)
  if (why !== null) return reject('trust_unknown', { needed, available, why })
  if (level !== needed) return reject('other_level', { needed, available })
  return reject('attestation_expired', { needed, available, attested: expired, timeout })
}
