import { expect, test } from 'vitest'
import { dataText } from '../../src/output/data.ts'

const ODD = { weight: NaN, most: Infinity, least: -Infinity, plain: 1.5 }

test('numbers that JSON has no form for are texts', async () => {
  const written = { weight: 'NaN', most: 'Infinity', least: '-Infinity', plain: 1.5 }
  expect(JSON.parse(await dataText(ODD, 'json'))).toEqual(written)
  expect(await dataText(ODD, 'yaml')).toContain('most: Infinity')
})
