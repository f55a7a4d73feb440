import type { CaseConf } from './conf.ts'

/** What `case.json` says of a case; `schema/case.schema.json` describes it. */
export interface CaseFile {
  readonly title: string
  readonly command: string
  readonly release: string
  readonly seed: number
  /** Options of the command beside the seed and those that name files. */
  readonly arguments: readonly string[]
  readonly exit: number
  /** Version of the nova-sched that saved it. */
  readonly saved_by: string
  readonly anonymous: boolean
}

/** What is worth telling of a case beside what its files say. */
export interface CaseRemarks extends Pick<CaseConf, 'secrets' | 'packages'> {
  readonly hasPlugins: boolean
}

/** The command line that runs a case from its folder. */
function caseCommand({ command, seed, arguments: more }: Pick<CaseFile, 'command' | 'seed' | 'arguments'>): string {
  const files = '--config-file nova.conf --inventory inventory.json --request request.json'
  const words = more.map((word) => (/^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
  return ['nova-sched', command, files, '--seed', seed, ...words, '--format json'].join(' ')
}

/** The text of a case's README.md. */
export function caseReadme(file: CaseFile, { secrets, packages, hasPlugins }: CaseRemarks): string {
  const remarks = [
    ...(file.anonymous
      ? [
          'Names and addresses are neutral ones; the order of the hosts is as it was.',
          'Keys of metadata, extra specs, stats and hints stay, and words that filters compare: look through them.',
        ]
      : []),
    ...(secrets.length > 0 ? [`Left out of nova.conf, since they are secrets: ${secrets.join(', ')}.`] : []),
    ...(hasPlugins ? ['Plugins that nova.conf names by their paths are copied to `plugins`, as they are.'] : []),
    ...packages.map((name) => `It needs the package \`${name}\`: install it here first.`),
  ]
  return `# ${file.title}

Saved by nova-sched ${file.saved_by}. From this folder,

\`\`\`sh
${caseCommand(file)}
\`\`\`

prints what is in \`expected.json\`, and ends with exit code ${file.exit}.
${remarks.length > 0 ? `\n${remarks.map((remark) => `- ${remark}\n`).join('')}` : ''}`
}

/** What a case is called: the command, and what came of it. */
export function titleOf(command: string, printed: unknown): string {
  const codes = [printed].flat().map((each) => (each as { error: { code: string } | null }).error?.code ?? 'placed')
  return `${command}: ${codes.length === 1 ? codes[0] : `${codes.length} requests, ${[...new Set(codes)].join(', ')}`}`
}
