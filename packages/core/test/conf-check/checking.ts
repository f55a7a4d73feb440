import { checkConf, type CheckFinding, type CheckOptions, type ConfReport } from '../../src/conf-check/index.ts'
import { folderWith } from '../folder.ts'
import { IN_TREE } from '../scheduling.ts'

/** A list of Kilo's filters that leaves nothing to say. */
export const GOOD_FILTERS =
  'RetryFilter,AvailabilityZoneFilter,RamFilter,CoreFilter,DiskFilter,ComputeFilter,ComputeCapabilitiesFilter,ImagePropertiesFilter,ServerGroupAntiAffinityFilter,ServerGroupAffinityFilter'

/** A configuration of Kilo about which there is nothing to say. */
export const GOOD = `[DEFAULT]
scheduler_default_filters = ${GOOD_FILTERS}
`

/** How a text is checked. */
export interface Checking extends Partial<CheckOptions> {
  /** Files beside nova.conf. */
  readonly files?: Readonly<Record<string, string>>
}

/** What is found about a text as nova.conf. */
export function checkText(text: string, { files = {}, ...options }: Checking = {}): Promise<ConfReport> {
  const cwd = folderWith({ ...files, 'nova.conf': text })
  return checkConf({ configFiles: ['nova.conf'], cwd, home: null, resolveFrom: [IN_TREE], ...options })
}

/** The findings of one code. */
export async function findingsOf(code: string, text: string, checking: Checking = {}): Promise<CheckFinding[]> {
  return (await checkText(text, checking)).findings.filter((finding) => finding.code === code)
}

/** Codes and places of findings, as `code:line`. */
export function places({ findings }: ConfReport): string[] {
  return findings.map(({ code, line }) => (line === undefined ? code : `${code}:${line}`))
}
