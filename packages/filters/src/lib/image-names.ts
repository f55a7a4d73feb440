import { fault } from '@nova-sched/core/plugin'

type CodeOfUnknown = 'ARCHITECTURE_UNKNOWN' | 'HYPERVISOR_TYPE_UNKNOWN' | 'VM_MODE_UNKNOWN'

/** A vocabulary of Nova: the names it knows, and other spellings of some of them. */
interface Vocabulary {
  readonly what: string
  readonly code: CodeOfUnknown
  readonly names: ReadonlySet<string>
  readonly aliases: ReadonlyMap<string, string>
}

const ARCHITECTURES: Vocabulary = {
  what: 'architecture',
  code: 'ARCHITECTURE_UNKNOWN',
  names: words(`
    alpha armv6 armv7l armv7b aarch64 cris i686 ia64 lm32 m68k microblaze microblazeel mips mipsel mips64 mips64el
    openrisc parisc parisc64 ppc ppcle ppc64 ppc64le ppcemb s390 s390x sh4 sh4eb sparc sparc64 unicore32 x86_64 xtensa
    xtensaeb`),
  aliases: new Map([
    ['i386', 'i686'],
    ['i486', 'i686'],
    ['i586', 'i686'],
    ['x86_32', 'i686'],
    ['x86_32p', 'i686'],
    ['amd64', 'x86_64'],
  ]),
}

const HYPERVISOR_TYPES: Vocabulary = {
  what: 'hypervisor type',
  code: 'HYPERVISOR_TYPE_UNKNOWN',
  names: words(`
    baremetal bhyve docker fake hyperv ironic kqemu kvm lxc openvz parallels phyp qemu test uml vbox vmware xen zvm`),
  aliases: new Map([
    ['xapi', 'xen'],
    ['powervm', 'phyp'],
  ]),
}

const VM_MODES: Vocabulary = {
  what: 'VM mode',
  code: 'VM_MODE_UNKNOWN',
  names: words('hvm xen uml exe'),
  aliases: new Map([
    ['pv', 'xen'],
    ['hv', 'hvm'],
    ['baremetal', 'hvm'],
  ]),
}

/** The names by which Nova knows processor architectures. */
export const ARCHITECTURE_NAMES: readonly string[] = [...ARCHITECTURES.names]

/**
 * The name by which Nova knows a processor architecture: lower case, `i386` and its like as `i686`, `amd64` as `x86_64`.
 *
 * @param name - an image property; null stays null
 * @throws ARCHITECTURE_UNKNOWN for any other name, and for the empty one; ATTRIBUTE_MISSING for what is no text
 */
export function canonicalArchitecture(name: unknown): string | null {
  return canonical(ARCHITECTURES, name)
}

/**
 * The name by which Nova knows a hypervisor type: lower case, `xapi` as `xen`, `powervm` as `phyp`.
 *
 * @param name - an image property; null stays null
 * @throws HYPERVISOR_TYPE_UNKNOWN for any other name, and for the empty one; ATTRIBUTE_MISSING for what is no text
 */
export function canonicalHypervisorType(name: unknown): string | null {
  return canonical(HYPERVISOR_TYPES, name)
}

/**
 * The name by which Nova knows a VM mode: lower case, `pv` as `xen`, `hv` and `baremetal` as `hvm`.
 *
 * @param name - an image property; null stays null
 * @throws VM_MODE_UNKNOWN for any other name, and for the empty one; ATTRIBUTE_MISSING for what is no text
 */
export function canonicalVmMode(name: unknown): string | null {
  return canonical(VM_MODES, name)
}

function canonical(vocabulary: Vocabulary, name: unknown): string | null {
  if (name === null || name === undefined) return null
  const { what, code, names, aliases } = vocabulary
  if (typeof name !== 'string') {
    throw fault('ATTRIBUTE_MISSING', `the ${what} ${JSON.stringify(name)} of the image is not text`, { name })
  }
  const lower = name.toLowerCase()
  const known = aliases.get(lower) ?? lower
  if (names.has(known)) return known
  throw fault(
    code,
    `Nova does not know the ${what} ${JSON.stringify(name)} of the image; it knows ${[...names].join(', ')}`,
    {
      name,
    },
  )
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
