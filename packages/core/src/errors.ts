/** What each error code stands for. `docs/errors.md` explains every code; a test keeps the two equal. */
interface ErrorKind {
  /**
   * Exit code of the command: 1 no valid host, 2 usage or something wrong found while reading or loading,
   * 3 a fault while deciding.
   */
  readonly exit: 1 | 2 | 3
}

const READ = { exit: 2 } as const
const FAULT = { exit: 3 } as const

/** Every error code, in one table. */
export const ERROR_CODES = {
  // usage
  USAGE: READ,
  RELEASE_UNKNOWN: READ,
  RELEASE_NOT_BUILT: READ,
  // files
  FILE_NOT_FOUND: READ,
  FILE_UNREADABLE: READ,
  FILE_TOO_LARGE: READ,
  FILE_NOT_TEXT: READ,
  FILE_INVALID: READ,
  // configuration
  CONF_SYNTAX: READ,
  CONF_INVALID: READ,
  // plugins
  PLUGIN_NOT_FOUND: READ,
  PLUGIN_LOAD_FAILED: READ,
  PLUGIN_INVALID: READ,
  PLUGIN_DUPLICATE: READ,
  FILTER_NOT_FOUND: READ,
  WEIGHER_NOT_FOUND: READ,
  DRIVER_NOT_FOUND: READ,
  // inventory and request
  INVENTORY_INVALID: READ,
  REQUEST_INVALID: READ,
  AVAILABILITY_ZONE_INVALID: READ,
  AVAILABILITY_ZONE_UNKNOWN: READ,
  NUMA_CONSTRAINT_INVALID: READ,
  NUMA_CONSTRAINT_FORBIDDEN: READ,
  SERVER_GROUP_NOT_FOUND: READ,
  FLAVOR_NOT_FOUND: READ,
  IMAGE_NOT_FOUND: READ,
  MAX_ATTEMPTS_INVALID: READ,
  // decisions
  NO_VALID_HOST: { exit: 1 },
  INTERRUPTED: FAULT,
  UNSUPPORTED_POLICY: FAULT,
  PLUGIN_FAULT: FAULT,
  PLUGIN_LATE_READ: FAULT,
  OPTIONS_FILE_UNREADABLE: FAULT,
  SERVICE_GROUP_UNAVAILABLE: FAULT,
  SERVICE_GROUP_TAKEN: FAULT,
  STORE_UNAVAILABLE: FAULT,
  STORE_INVALID: READ,
  SERVICE_NOT_FOUND: READ,
  // causes of faults: values that Nova accepts and then breaks on
  VALUE_MALFORMED: FAULT,
  TYPE_MISMATCH: FAULT,
  KEY_MISSING: FAULT,
  OPERAND_MISSING: FAULT,
  ATTRIBUTE_MISSING: FAULT,
  ADDRESS_INVALID: FAULT,
  ARCHITECTURE_UNKNOWN: FAULT,
  HYPERVISOR_TYPE_UNKNOWN: FAULT,
  VM_MODE_UNKNOWN: FAULT,
  METRIC_NOT_FOUND: FAULT,
  PCI_REQUEST_FAILED: FAULT,
  PAGE_SIZE_NOT_SUPPORTED: FAULT,
  PAGE_SIZES_UNKNOWN: FAULT,
  CPU_PINNING_INVALID: FAULT,
  REQUEST_EMPTY: FAULT,
  FIELD_NOT_LOADED: FAULT,
  NOT_IMPLEMENTED: FAULT,
} as const satisfies Record<string, ErrorKind>

/** A key of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES

const BRAND = Symbol.for('nova-sched.error')

/** The one error class: a code to program against, a message for people, and details as plain data. */
export class NovaSchedError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  /**
   * @param code - what kind of error it is
   * @param message - what is wrong, where, and what to do
   * @param details - the same as data (file, line, field, host, plugin, …)
   * @param options - `cause`: the error behind this one
   */
  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'NovaSchedError'
    this.code = code
    this.details = details
    Object.defineProperty(this, BRAND, { value: true })
  }

  /** Exit code of a command that ends with this error: 1, 2 or 3. */
  get exitCode(): 1 | 2 | 3 {
    return ERROR_CODES[this.code].exit
  }
}

/** Whether a value is a {@link NovaSchedError}, of this copy of the package or another. */
export function isNovaSchedError(value: unknown): value is NovaSchedError {
  if (typeof value !== 'object' || value === null || !(BRAND in value)) return false
  const { code } = value as { code?: unknown }
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code)
}

/** One thing found wrong or odd while reading; many make one error, or are told as warnings. */
export interface Finding {
  readonly level: 'error' | 'warning' | 'hint'
  readonly message: string
  readonly file?: string
  /** Line in `file`, from 1. */
  readonly line?: number
  /** Path of the value within the file, such as `hosts[3].vcpus`. */
  readonly path?: string
}

/** The text of a finding with its place in front, as `file:line: message`. */
export function describeFinding(finding: Finding): string {
  const place = [finding.file, finding.line].filter((part) => part !== undefined).join(':')
  return [place, finding.path, finding.message].filter((part) => part !== undefined && part !== '').join(': ')
}
