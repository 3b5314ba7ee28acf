import { describe, expect, test } from 'vitest'
import { addMonths, nextDay, listWeeks } from './month-grid.ts'

describe('calendar of a month', () => {
  test('weeks begin with Monday or Sunday', () => {
    const monday = listWeeks('2026-11', 1)
    expect(monday[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(monday.at(-1)![0]).toBe('2026-11-30')
    expect(listWeeks('2026-11', 0)[0]![0]).toBe('2026-11-01')
    expect(listWeeks('2026-02', 0)).toHaveLength(4)
    expect(listWeeks('2024-02', 1).flat().filter(Boolean)).toHaveLength(29)
  })
  test('months and days continue in the next year', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(nextDay('2026-12-31')).toBe('2027-01-01')
  })
})
