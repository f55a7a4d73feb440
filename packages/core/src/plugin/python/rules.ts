/**
 * What differs between the two Pythons that Nova's releases run on, as named behaviours.
 * Functions ask for a behaviour, never for a version.
 */
export interface PythonRules {
  /** `1_000` is a number. */
  readonly underscoresInNumbers: boolean
  /** `int('- 5')` is -5. */
  readonly blankAfterSign: boolean
  /** Values of different types have an order, by the name of their type; without it, ordering them is a TypeError. */
  readonly mixedTypesCompare: boolean
  /** Text is Python 2's `unicode`: `repr()` writes `u'…'` with ASCII only, and `str()` refuses what is not ASCII. */
  readonly unicodePrefix: boolean
  /** `repr()` of a whole number beyond 64 bits ends in `L`. */
  readonly longSuffix: boolean
  /** `\s` of a pattern is all white space; else that of ASCII. */
  readonly patternsKnowUnicode: boolean
  /** A set puts a number whose slot is taken into one of the next. */
  readonly setsLookNearby: boolean
  /** Digits that `str()` of a float keeps: 12, or 17 for "as many as are needed to read the same number back". */
  readonly floatDigits: 12 | 17
}

/** Python 2.7, which Kilo ran on. */
export const PYTHON_2: PythonRules = Object.freeze({
  underscoresInNumbers: false,
  blankAfterSign: true,
  mixedTypesCompare: true,
  unicodePrefix: true,
  longSuffix: true,
  patternsKnowUnicode: false,
  setsLookNearby: false,
  floatDigits: 12,
})

/** Python 3.6 and later. */
export const PYTHON_3: PythonRules = Object.freeze({
  underscoresInNumbers: true,
  blankAfterSign: false,
  mixedTypesCompare: false,
  unicodePrefix: false,
  longSuffix: false,
  patternsKnowUnicode: true,
  setsLookNearby: true,
  floatDigits: 17,
})
