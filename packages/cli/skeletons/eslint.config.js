// Each skeleton is a package of its own: the rules of the house, and the types of its own tsconfig.
import house from '../../../eslint.config.js'

// The runner waits for its tests by itself.
const safe = [{ from: 'package', name: 'test', package: 'node:test' }]

export default [
  ...house,
  {
    languageOptions: { parserOptions: { project: ['*/tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: safe }] },
  },
]
