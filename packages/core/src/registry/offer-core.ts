import { register } from 'node:module'

/** What plugins import, and where this copy of it is. */
const OFFERED = new Map([
  ['@nova-sched/core', 'index'],
  ['@nova-sched/core/plugin', 'plugin/index'],
  ['@nova-sched/core/testing', 'testing/index'],
])

let isOffered = false

/**
 * Lets plugins import `@nova-sched/core/plugin` wherever they lie: where no package of that name is installed near
 * them, they get the one that runs. A module hook of Node does it, so that nothing is written anywhere.
 */
export function offerCore(): void {
  if (isOffered) return
  isOffered = true
  // Built, this module stands in a file beside the entries.
  const [base, ending] = import.meta.url.endsWith('.ts') ? ['..', 'ts'] : ['.', 'js']
  const urls = Array.from(
    OFFERED,
    ([name, path]) => [name, new URL(`${base}/${path}.${ending}`, import.meta.url).href] as const,
  )
  register(`data:text/javascript,${encodeURIComponent(HOOK)}`, { data: Object.fromEntries(urls) })
}

/** Runs in Node's thread for module hooks. */
const HOOK = `
let urls = {}
export function initialize(data) { urls = data }
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context)
  } catch (error) {
    if (error?.code === 'ERR_MODULE_NOT_FOUND' && Object.hasOwn(urls, specifier)) return next(urls[specifier], context)
    throw error
  }
}
`
