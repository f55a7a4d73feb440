import { describe, expect, it } from 'vitest'
import { parseConf } from '../../src/conf/index.ts'
import { substitute } from '../../src/conf/substitute.ts'
import { NovaSchedError } from '../../src/errors.ts'
import { dict, float, int, list, multi, str } from '../../src/plugin/options.ts'

const VALUES = new Map([
  ['ip', '10.0.0.1'],
  ['database.host', 'db1'],
])
const resolve = (name: string) => {
  const value = VALUES.get(name)
  return value === undefined ? undefined : { ok: true as const, value }
}

describe('substitute', () => {
  it.each([
    ['$ip:9292', '10.0.0.1:9292'],
    ['${ip}x', '10.0.0.1x'],
    ['$$ip', '$ip'],
    ['\\$ip', '$ip'],
    ['100$', '100$'],
    ['$1 ${} ${ip', '$1 ${} ${ip'],
    ['${database.host}', 'db1'],
    ['$database.host', 'db1'],
    ['', ''],
  ])('%j', (text, value) => expect(substitute(text, resolve, true)).toEqual({ ok: true, value }))

  it('refuses unknown names, and says how to write a dollar sign', () => {
    const result = substitute('a$nope', resolve, true)
    expect(result).toMatchObject({ ok: false })
    expect(result.ok ? '' : result.message).toContain('$nope, which is no option and stands in no file; write $$')
  })

  it('ends a name at the dot in Kilo', () => {
    expect(substitute('$ip.example', resolve, false)).toEqual({ ok: true, value: '10.0.0.1.example' })
    expect(substitute('$ip.example', resolve, true)).toMatchObject({ ok: false })
    expect(substitute('${no.name}', resolve, false)).toEqual({ ok: true, value: '${no.name}' })
  })
})

const help = { help: '' }
const specs = {
  text: str(null, { group: 'DEFAULT', ...help }),
  other: str('$text/x', { group: 'DEFAULT', ...help }),
  number: int(1, { group: 'DEFAULT', ...help }),
  ratio: float(1, { group: 'DEFAULT', ...help }),
  items: list(['$text', 'b'], { group: 'DEFAULT', ...help }),
  many: multi(['m$number'], { group: 'DEFAULT', ...help }),
  pairs: dict({ $text: '$number' }, { group: 'DEFAULT', ...help }),
  local: str(null, { group: 'g', ...help }),
}
const read = (text: string) => parseConf(text, { release: 'zed', plugins: [{ plugin: 'test', specs }] }).read(specs)

function messageOf(text: string): string {
  try {
    read(text)
  } catch (error) {
    if (error instanceof NovaSchedError) return error.message
    throw error
  }
  return 'no error'
}

describe('substitution in options', () => {
  it('looks in the same group, then in [DEFAULT], among options and other keys', () => {
    const { local } = read('[DEFAULT]\nip = far\nmy_port = 1\n[g]\nlocal = $ip:$my_port\nip = near\n')
    expect(local).toBe('near:1')
  })

  it('reads typed values, defaults, and none as empty', () => {
    const { text, other, number } = read('[DEFAULT]\ntext = $number-$ratio-$g.local\nnumber = 07\n')
    expect([text, other, number]).toEqual(['7-1.0-', '7-1.0-/x', 7])
  })

  it('goes into lists, multi options, dicts and numbers', () => {
    const values = read('[DEFAULT]\ntext = a,b\nitems = $text,c\nmany = $text\nmany = x\nnumber = $port\nport = 5\n')
    expect(values.items).toEqual(['a', 'b', 'c'])
    expect(values.many).toEqual(['a,b', 'x'])
    expect(values.number).toBe(5)
    expect({ ...values.pairs }).toEqual({ 'a,b': '5' })
    expect(read('[DEFAULT]\ntext = t\n').items).toEqual(['t', 'b'])
  })

  it.each([
    ['[DEFAULT]\ntext = $text\n', 'nova.conf:2: [DEFAULT] text: "$text" refers to itself: text → text'],
    ['[DEFAULT]\na = $b\nb = ${a}\ntext = $a\n', 'refers to itself: a → b → a'],
    ['[DEFAULT]\ntext = $nope\n', 'nova.conf:2: [DEFAULT] text: "$nope" refers to $nope, which is no option'],
    ['[DEFAULT]\nnumber = x\ntext = $number\n', 'nova.conf:2: [DEFAULT] number: "x" must be a whole number'],
  ])('says where it goes wrong: %j', (text, message) => expect(messageOf(text)).toContain(message))

  it('does not grow without end', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `n${at} = $n${at + 1}$n${at + 1}`)
    expect(messageOf(`[DEFAULT]\ntext = $n0\n${lines.join('\n')}\nn40 = xxxxxxxx\n`)).toContain('grows too long')
    const chain = Array.from({ length: 5000 }, (_, at) => `n${at} = $n${at + 1}`)
    expect(messageOf(`[DEFAULT]\ntext = $n0\n${chain.join('\n')}\n`)).toContain('more than 50 deep')
  })
})
