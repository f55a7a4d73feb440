import { describe, expect, test } from 'vitest'
import { readAnswer } from '../../../src/lib/attestation/answer.ts'

const VTIME = '2016-01-05T12:00:00Z'
const attestedAt = Date.parse(VTIME)
const saying = (...hosts: unknown[]): string => JSON.stringify({ hosts })

function codeOf(text: string): unknown {
  try {
    return readAnswer(text)
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}

describe('an answer of the attestation service', () => {
  test('says a level of each host', () => {
    const text = saying(
      { host_name: 'n1', trust_lvl: 'trusted', vtime: VTIME },
      { host_name: 'n2', trust_lvl: 5, vtime: 'never', more: true },
    )
    expect(readAnswer(text)).toEqual(
      new Map([
        ['n1', { level: 'trusted', vtime: VTIME, attestedAt }],
        ['n2', { level: 5, vtime: 'never', attestedAt: null }],
      ]),
    )
  })

  test('counts by its last statement about a host, and leaves out what is no name of a host', () => {
    const text = saying(
      { host_name: 'n1', trust_lvl: 'trusted', vtime: VTIME },
      { host_name: 'n1', trust_lvl: 'untrusted', vtime: VTIME },
      { host_name: 1, trust_lvl: 'trusted', vtime: VTIME },
      { host_name: null, trust_lvl: 'trusted', vtime: VTIME },
    )
    expect(readAnswer(text)).toEqual(new Map([['n1', { level: 'untrusted', vtime: VTIME, attestedAt }]]))
  })

  test('keeps hosts called as parts of JavaScript objects', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const text = saying(...names.map((host_name) => ({ host_name, trust_lvl: 'trusted', vtime: VTIME })))
    expect([...(readAnswer(text)?.keys() ?? [])]).toEqual(names)
  })

  test.each(['null', '{}', '{"hosts": null}', '{"other": 1}'])('%s says nothing', (text) =>
    expect(readAnswer(text)).toBeNull(),
  )

  test.each(['{"hosts": []}', '{"hosts": ""}', '{"hosts": {}}'])('%s says that there are no hosts', (text) =>
    expect(readAnswer(text)).toEqual(new Map()),
  )

  test.each([
    ['', 'ATTRIBUTE_MISSING'],
    ['<html>', 'ATTRIBUTE_MISSING'],
    ['{"hosts": [', 'ATTRIBUTE_MISSING'],
    ['"hosts"', 'ATTRIBUTE_MISSING'],
    ['[]', 'ATTRIBUTE_MISSING'],
    ['true', 'ATTRIBUTE_MISSING'],
    ['0', 'ATTRIBUTE_MISSING'],
    ['1.0', 'ATTRIBUTE_MISSING'],
    ['{"hosts": 0}', 'TYPE_MISMATCH'],
    ['{"hosts": 1.0}', 'TYPE_MISMATCH'],
    ['{"hosts": false}', 'TYPE_MISMATCH'],
    ['{"hosts": "n1"}', 'TYPE_MISMATCH'],
    ['{"hosts": {"n1": "trusted"}}', 'TYPE_MISMATCH'],
    ['{"hosts": ["n1"]}', 'TYPE_MISMATCH'],
    ['{"hosts": [null]}', 'TYPE_MISMATCH'],
    ['{"hosts": [{}]}', 'KEY_MISSING'],
    ['{"hosts": [{"trust_lvl": "trusted", "vtime": ""}]}', 'KEY_MISSING'],
    ['{"hosts": [{"host_name": "n1", "vtime": ""}]}', 'KEY_MISSING'],
    ['{"hosts": [{"host_name": "n1", "trust_lvl": "trusted"}]}', 'KEY_MISSING'],
    ['{"hosts": [{"host_name": [], "trust_lvl": "trusted"}]}', 'KEY_MISSING'],
    ['{"hosts": [{"host_name": [], "trust_lvl": "trusted", "vtime": ""}]}', 'TYPE_MISMATCH'],
    ['{"hosts": [{"host_name": {}, "trust_lvl": "trusted", "vtime": ""}]}', 'TYPE_MISMATCH'],
    ['{"hosts": [{"host_name": "n1", "trust_lvl": "trusted", "vtime": null}]}', 'TYPE_MISMATCH'],
    ['{"hosts": [{"host_name": "n1", "trust_lvl": "trusted", "vtime": 1452000000}]}', 'TYPE_MISMATCH'],
  ])('%s breaks it', (text, code) => expect(codeOf(text)).toBe(code))

  test('tells what it was, cut off', () => {
    const excerpt = `${'x'.repeat(80)}…`
    expect(() => readAnswer('x'.repeat(1000))).toThrow(
      `the attestation service answered with no JSON object: "${excerpt}". It must answer {"hosts": [{"host_name", "trust_lvl", "vtime"}]}`,
    )
  })
})
