import { fault } from '../../plugin/fault.ts'
import type { PythonRules } from '../../plugin/python.ts'
import { convert } from './convert.ts'
import { MACHINE } from './properties.ts'

/**
 * What a host says that it can run, as releases keep it that type it: lower case, old spellings as the name of today.
 *
 * @param told - architecture, hypervisor type and VM mode; what stands behind them is left out
 * @throws OPERAND_MISSING when there are fewer than three, VALUE_MALFORMED for a word that is not known and for null
 */
export function typedMachine(told: readonly (string | null)[], python: PythonRules): readonly string[] {
  if (told.length < MACHINE.length) {
    const message = `supported_instances has ${JSON.stringify(told)}: Nova needs architecture, hypervisor type and VM mode`
    throw fault('OPERAND_MISSING', message, { told })
  }
  const given = { field: 'supported_instances', source: 'supported_instances', owner: 'the node', python }
  return MACHINE.map((type, at) => convert(type, { ...given, value: told[at] }) as string)
}
