import { expect, test } from 'vitest'
import { daysOfPreset, presets, usualPreset } from './overview-address.ts'

test('a current period ends today, a past one at its end', () => {
  expect(presets.map((preset) => daysOfPreset(preset, '2026-11-23'))).toEqual([
    { from: '2026-11-23', until: '2026-11-24' },
    { from: '2026-11-01', until: '2026-11-24' },
    { from: '2026-10-01', until: '2026-11-01' },
    { from: '2026-01-01', until: '2026-11-24' },
    { from: '2025-01-01', until: '2026-01-01' },
  ])
})

test('the first day of a month begins with the month before', () => {
  expect(['2026-11-30', '2026-12-01', '2026-12-02'].map(usualPreset)).toEqual([
    'thisMonth',
    'lastMonth',
    'thisMonth',
  ])
})
