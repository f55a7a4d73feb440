import { register } from 'node:module'
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'

/** A module of a plugin imported another by its path. */
export interface Import {
  /** URL of the importing module, without a version. */
  readonly from: string
  /** URL of the imported one, without a version; it need not be there. */
  readonly to: string
}

let port: MessagePort | undefined

/**
 * From now on, what these modules import by path is followed, and imported in these versions: Node loads a URL once, so
 * another version is another URL. 0 is the URL as it is written, shared with whoever else imports it.
 *
 * @param versions - URLs of modules with their versions
 */
export function importInVersions(versions: ReadonlyMap<string, number>): void {
  port ??= installHook()
  port.postMessage(versions)
}

/** The imports that were followed since this was last asked. */
export function followedImports(): readonly Import[] {
  const imports: Import[] = []
  if (port === undefined) return imports
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
    imports.push(next.message as Import)
  return imports
}

/** A URL as a version of it. */
export function inVersion(url: string, version: number): string {
  return version === 0 ? url : `${url}?${VERSION}=${version}`
}

const VERSION = 'nova-sched'

/** Module hooks of Node run in a thread of their own: what it learns, and is to do, goes through a pipe. */
function installHook(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const url = `data:text/javascript,${encodeURIComponent(HOOK)}`
  register(url, { data: { port: port2, key: VERSION }, transferList: [port2] })
  return port1
}

const HOOK = `
import { receiveMessageOnPort } from 'node:worker_threads'
const versions = new Map()
let port, key
export function initialize(data) { ({ port, key } = data) }
export async function resolve(specifier, context, next) {
  for (let news; (news = receiveMessageOnPort(port)); ) for (const [url, version] of news.message) versions.set(url, version)
  const from = bare(context.parentURL ?? '')
  if (!versions.has(from) || !/^(\\.{0,2}\\/|file:|#)/.test(specifier)) return next(specifier, context)
  try {
    const found = await next(specifier, context)
    if (!found.url.startsWith('file:')) return found
    const version = follow(from, bare(found.url))
    return version === 0 ? found : { ...found, url: found.url + (found.url.includes('?') ? '&' : '?') + key + '=' + version }
  } catch (error) {
    if (URL.canParse(specifier, from)) follow(from, bare(new URL(specifier, from).href))
    throw error
  }
}
function follow(from, to) {
  port.postMessage({ from, to })
  if (!versions.has(to)) versions.set(to, 0)
  return versions.get(to)
}
function bare(url) { return url.replace(/[?#].*$/s, '') }
`
