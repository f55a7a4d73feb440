import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { examineInventory, inventoryFrom, loadInventory } from '../../src/inventory/read.ts'
import { examine, folderWith } from './files.ts'

describe('files that cannot be read', () => {
  it('tells them all at once, each with its name', async () => {
    const folder = folderWith({ 'a.json': '{"hosts": [{}]}' })
    mkdirSync(join(folder, 'sub'))
    symlinkSync(join(folder, 'loop'), join(folder, 'loop'))
    const names = ['missing.json', 'a.json/b', 'sub', 'loop', 'a.json']
    const { findings, error } = await examineInventory(names, { resolve: (name) => join(folder, name) })
    expect(findings.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'missing.json: there is no such file',
      'a.json/b: there is no such file',
      'sub: it is a folder: name a file',
      'loop: it cannot be read: ELOOP',
      'a.json: is missing',
    ])
    expect(error?.code).toBe('FILE_NOT_FOUND')
    expect(error?.details['findings']).toHaveLength(5)
  })

  it.each([
    ['nothing', '', 'FILE_INVALID', /it is empty/],
    ['blanks', ' \r\n\t', 'FILE_INVALID', /it is empty/],
    ['a byte order mark alone', '\uFEFF\n', 'FILE_INVALID', /it is empty/],
    ['a binary file', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0]), 'FILE_NOT_TEXT', /binary/],
    ['UTF-16', Buffer.from(`\uFEFF{"hosts": []}`, 'utf16le'), 'FILE_NOT_TEXT', /UTF-16/],
    ['Latin-1', Buffer.from(`name: caf\u00e9`, 'latin1'), 'FILE_NOT_TEXT', /not UTF-8/],
    ['JSON that is cut off', '{"hosts": [{"host": "a", "vcp', 'FILE_INVALID', /:1: .*cut off/],
    ['deep JSON', '['.repeat(300), 'FILE_INVALID', /deeper than 200 levels/],
    ['a word', 'hello', 'INVENTORY_INVALID', /it is "hello"\. Expected is/],
    ['a number', '5', 'INVENTORY_INVALID', /it is 5/],
    ['a list of numbers', '[1]', 'INVENTORY_INVALID', /list that begins with 1/],
    ['an empty map', '{}', 'INVENTORY_INVALID', /holds nothing/],
    ['unknown keys', '{"foo": 1, "bar": 2}', 'INVENTORY_INVALID', /not known: foo, bar/],
    ['a key that is nearly right', '{"host": []}', 'INVENTORY_INVALID', /did you mean hosts\?/],
    ['an answer that is no list', '{"hypervisors": 5}', 'INVENTORY_INVALID', /hypervisors is 5/],
    ['two YAML documents', 'hosts: []\n---\nhosts: []', 'FILE_INVALID', /2 YAML documents/],
  ])('refuses %s', async (_, content, code, message) => {
    const told = await examine({ x: content })
    expect(told.code).toBe(code)
    expect(told.errors).toEqual([expect.stringMatching(message)])
    expect(told.errors[0]).toMatch(/^x/)
  })

  it('refuses a file that is too large, before reading it all', async () => {
    expect(await examine({ 'x.json': '{"hosts": []}' }, { maxBytes: 5 })).toMatchObject({ code: 'FILE_TOO_LARGE' })
  })

  it('reads standard input once', async () => {
    const stdin = Readable.from([Buffer.from(`{"hosts": [{"ho`), 'st": "a"}]}'])
    const { inventory } = await loadInventory(['-'], { stdin })
    expect(inventory.hosts).toEqual([{ host: 'a' }])
    await expect(loadInventory(['-', '-'], { stdin: Readable.from([`{"hosts": []}`]) })).rejects.toThrow(
      /can be read once only/,
    )
    await expect(loadInventory(['-'])).rejects.toThrow(expect.objectContaining({ code: 'USAGE' }))
  })
})

describe('files that are odd but fine', () => {
  it('takes off a byte order mark, with a warning', async () => {
    const told = await examine({ 'x.json': '\uFEFF{"hosts": [{"host": "a"}]}' })
    expect(told.inventory?.hosts).toEqual([{ host: 'a' }])
    expect(told.warnings).toEqual(['x.json: it begins with a byte order mark, which is left out'])
  })

  it.each([
    ['x.yaml', 'hosts:\r\n  - host: a\r\n    vcpus: 4\r\n'],
    ['x.json', '{"hosts":\r\n[{"host": "a",\r\n"vcpus": 4}]}\r\n'],
    ['x.csv', 'host,vcpus\r\na,4\r\n'],
    ['x.yml', '{hosts: [{host: a, vcpus: 4}]}'],
    ['x.yml', '{"hosts": [{"host": "a", "vcpus": 4}]}'],
    ['x', '[{"host": "a", "vcpus": 4}]'],
  ])('reads %s %#', async (name, text) => {
    const told = await examine({ [name]: text })
    expect(told.inventory?.hosts).toEqual([{ host: 'a', vcpus: 4 }])
  })

  it('takes a list of nothing as no hosts', async () => {
    expect((await examine({ 'x.json': '[]' })).inventory?.hosts).toEqual([])
  })
})

describe('inventoryFrom', () => {
  it('takes a value that is at hand', () => {
    expect(inventoryFrom({ hosts: [{ host: 'a' }] }).inventory.hosts).toEqual([{ host: 'a' }])
    expect(() => inventoryFrom({ hosts: [{}] })).toThrow('inventory: hosts[0].host: is missing')
  })
})
