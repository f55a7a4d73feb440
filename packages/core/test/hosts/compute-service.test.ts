import { expect, test } from 'vitest'
import { computeService, FORCED_DOWN } from '../../src/hosts/compute-service.ts'

const COUNTS = { forcedDownCounts: true }

test('a service that is forced down says so, whatever it or a ServiceGroup reports', () => {
  const forced = { disabled: false, disabledReason: null, up: false, why: FORCED_DOWN }
  expect(computeService({ forced_down: true, up: true }, null, COUNTS)).toEqual(forced)
  expect(computeService({ forced_down: true }, { state: 'up', why: 'heard of' }, COUNTS)).toEqual(forced)
})

test('forcing down counts only in releases that know it', () => {
  expect(computeService({ forced_down: true, up: true }, null, { forcedDownCounts: false })).toMatchObject({ up: true })
})
