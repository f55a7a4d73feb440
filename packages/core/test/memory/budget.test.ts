import { beforeEach, describe, expect, test } from 'vitest'
import { Budget, Remembered } from '../../src/memory/budget.ts'

describe('a budget', () => {
  const forgotten: string[] = []
  const made = (name: string, bytes: number): Remembered => new Remembered(bytes, () => void forgotten.push(name))
  beforeEach(() => void (forgotten.length = 0))

  test('lets go of what was used longest ago, as much as must go', () => {
    const budget = new Budget(100)
    const [a, b, c] = [made('a', 40), made('b', 40), made('c', 20)]
    for (const each of [a, b, c]) budget.add(each)
    expect(forgotten).toEqual([])
    budget.use(a)
    budget.add(made('d', 50))
    expect(forgotten).toEqual(['b', 'c'])
    budget.use(b)
    budget.add(made('e', 10))
    expect(forgotten).toEqual(['b', 'c'])
    budget.remove(a)
    budget.add(made('f', 40))
    expect(forgotten).toEqual(['b', 'c'])
  })

  test('keeps what was made just now, even where it is too much alone', () => {
    const budget = new Budget(10)
    budget.add(made('a', 5))
    budget.add(made('b', 50))
    expect(forgotten).toEqual(['a'])
    budget.add(made('c', 1))
    expect(forgotten).toEqual(['a', 'b'])
  })
})
