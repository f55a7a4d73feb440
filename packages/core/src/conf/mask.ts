const SECRET_NAME = /pass(?!thr)|secret|token|credential|private_?key|transport_url|auth_blob|(?:^|_)connection$/i
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const HOSTS = /^[^:]*(?::\d+)?(?:,[^:,]*(?::\d+)?)*$/

/** Whether an option of this name holds a secret: a password, a token, or the address of a database or message bus. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/**
 * A value as it may be shown. A secret becomes `***`; of one that is a URL, scheme, host and path stay. What is no
 * secret loses the credentials of the URLs in it.
 *
 * @param secret - whether the option was declared secret, or {@link isSecretName} says so
 */
export function maskValue(value: string, secret: boolean): string {
  if (!secret || value === '') return value.replace(/\S+/g, maskCredentials)
  const scheme = SCHEME.exec(value)?.[0]
  if (scheme === undefined) return '***'
  const masked = maskCredentials(value)
  const hosts = masked.slice(scheme.length).split('/', 1)[0] ?? ''
  if (masked === value && !HOSTS.test(hosts)) return `${scheme}***`
  return masked.replace(/\?.*$/s, '?***')
}

/** `scheme://user:password@host` with `***` up to the last `@`: a password may hold `/` and `@` itself. */
function maskCredentials(url: string): string {
  const start = url.indexOf('://')
  const end = url.lastIndexOf('@')
  return start < 0 || end < start ? url : `${url.slice(0, start)}://***${url.slice(end)}`
}
