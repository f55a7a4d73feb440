import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOf, nodeName } from '../src/names.ts'

const HELD = /^(?!\.{1,2}$)[^/\0-\x1f\x7f-\x9f\ud800-\uf8ff\ufff0-\uffff]+$/

describe('names of nodes', () => {
  it.each(['compute-01', 'a.b.example.org', 'with blank', 'ünï·cødé', '100%', 'a%2fb', 'None', '...'])(
    '%s stays',
    (name) => {
      expect(nodeName(name)).toBe(name)
      expect(nameOf(name)).toBe(name)
    },
  )

  it.each([
    ['with/slash', 'with%2Fslash'],
    ['line\nbreak', 'line%0Abreak'],
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['a%2Fb', 'a%252Fb'],
    ['\u{1F600}', '%F0%9F%98%80'],
  ])('%j is %s', (name, node) => {
    expect(nodeName(name)).toBe(node)
    expect(nameOf(node)).toBe(name)
  })

  it.each(['a%41', '%FF', '%2F%', '%'])('the node %s, which is none of ours, has a name', (node) => {
    expect(nameOf(node).length).toBeGreaterThan(0)
  })

  it('a node that no name makes is its own name', () => {
    expect(nameOf('a%41')).toBe('a%41')
    expect(nameOf('%FF')).toBe('%FF')
  })

  it('every name comes back, from a node that ZooKeeper holds', () => {
    const letter = fc.oneof(
      fc.constantFrom('%', '2', 'F', '/', '.', '\n', '\u{1F600}', '\ue000'),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 12 }), (letters) => {
        const name = letters.join('')
        fc.pre(name !== '')
        expect(nodeName(name)).toMatch(HELD)
        expect(nameOf(nodeName(name))).toBe(name)
      }),
    )
  })

  it.each([
    ['', 'is empty'],
    ['x'.repeat(1001), 'more than 1000 letters'],
    ['\ud800', 'half a letter'],
  ])('refuses %j', (name, why) => {
    expect(() => nodeName(name)).toThrow(why)
  })
})
