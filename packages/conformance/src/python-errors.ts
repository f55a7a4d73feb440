/** Python's exception classes in the vectors, by our codes. What is not here agrees with nothing. */
const CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['NoValidHost', ['NO_VALID_HOST']],
  ['ValueError', ['VALUE_MALFORMED']],
  ['JSONDecodeError', ['VALUE_MALFORMED']],
  ['TypeError', ['TYPE_MISMATCH']],
  ['KeyError', ['KEY_MISSING']],
  ['IndexError', ['OPERAND_MISSING', 'PAGE_SIZES_UNKNOWN']],
  ['AttributeError', ['ATTRIBUTE_MISSING', 'CPU_PINNING_INVALID']],
  ['AddrFormatError', ['ADDRESS_INVALID']],
  ['InvalidArchitectureName', ['ARCHITECTURE_UNKNOWN']],
  ['InvalidHypervisorVirtType', ['HYPERVISOR_TYPE_UNKNOWN']],
  ['InvalidVirtualMachineMode', ['VM_MODE_UNKNOWN']],
  ['ComputeHostMetricNotFound', ['METRIC_NOT_FOUND']],
  ['NotImplementedError', ['NOT_IMPLEMENTED']],
  ['SchedulerHostFilterNotFound', ['FILTER_NOT_FOUND']],
  ['OSError', ['OPTIONS_FILE_UNREADABLE']],
  ['UnsupportedPolicyException', ['UNSUPPORTED_POLICY']],
  ['NoSuchOptError', ['CONF_INVALID']],
  ['ConfigFileValueError', ['CONF_INVALID']],
  ['InvalidInput', ['AVAILABILITY_ZONE_INVALID']],
  ['InvalidRequest', ['AVAILABILITY_ZONE_UNKNOWN']],
  ['PciDeviceRequestFailed', ['PCI_REQUEST_FAILED']],
  ['MemoryPageSizeNotSupported', ['PAGE_SIZE_NOT_SUPPORTED']],
  ['CPUPinningInvalid', ['CPU_PINNING_INVALID']],
  ['CPUPinningUnknown', ['CPU_PINNING_INVALID']],
  ['UnboundLocalError', ['REQUEST_EMPTY']],
  ['ObjectActionError', ['FIELD_NOT_LOADED']],
])

/**
 * Whether a Python exception and one of our codes are of the same kind.
 *
 * @param novaError - the class of Nova's exception, where our error names it: it must be the same
 */
export function sameKind(pythonClass: string, code: string | null, novaError?: unknown): boolean {
  if (typeof novaError === 'string') return novaError === pythonClass
  return code !== null && (CODES.get(pythonClass)?.includes(code) ?? false)
}

/** The class of Nova's exception that a cause names in its details; undefined when it names none. */
export function novaErrorOf(
  cause: { readonly code: string | null; readonly details?: Readonly<Record<string, unknown>> } | undefined,
): unknown {
  return cause?.details?.['novaError']
}
