/** Python's values: how Nova reads, prints and compares them. Pure functions, no state. */
export type { PythonRules } from './python/rules.ts'
export { PYTHON_2, PYTHON_3 } from './python/rules.ts'
export { intSetOrder } from './python/int-set.ts'
export { splitWords, stripSpace } from './python/space.ts'
export { parseFloatText, parseIntText } from './python/numbers.ts'
export type { Dict, PythonNumber, PythonObjectDetails } from './python/values.ts'
export {
  dictEntries,
  dictGet,
  dictOf,
  isDict,
  PythonFloat,
  PythonObject,
  PythonUserDict,
  truthy,
} from './python/values.ts'
export { pythonRepr, pythonStr } from './python/text.ts'
export { parseJson } from './python/json.ts'
export type { PythonComparison } from './python/compare.ts'
export { comparePython, compareText, isSame, pythonEquals } from './python/compare.ts'
