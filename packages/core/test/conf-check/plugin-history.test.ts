import { expect, test } from 'vitest'
import { eraOf, inTreeAt } from '../../src/conf-check/plugin-history.ts'
import { IN_TREE_PLUGINS, RELEASE_NUMBERS, RELEASES } from '../../src/releases.ts'

test.each(RELEASES)('the eras of plugins give the list of %s', (release) => {
  expect(inTreeAt(RELEASE_NUMBERS[release])).toEqual(IN_TREE_PLUGINS[release].toSorted())
})

test('names that are keys of every object are no plugins', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'RackFilter']) expect(eraOf(name)).toBeNull()
})
