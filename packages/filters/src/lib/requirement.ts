import { fault, type PythonRules } from '@nova-sched/core/plugin'
import { compileRequirement, type RequirementTest } from './extra-specs-match.ts'

/** The test of an extra spec's value, which breaks when it is asked and the value is no text, as Nova does. */
export function requirementOf(key: string, value: unknown, python: PythonRules): RequirementTest {
  if (typeof value === 'string') return compileRequirement(value, python)
  return () => {
    throw fault('ATTRIBUTE_MISSING', `the value of the extra spec ${key} is no text: ${JSON.stringify(value)}`, { key })
  }
}
