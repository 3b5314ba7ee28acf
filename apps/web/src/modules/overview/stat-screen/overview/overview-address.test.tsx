import { expect, test } from 'vitest'
import { daysOfPreset, presets } from './overview-address.ts'

test('a current period ends today, a past one at its end', () => {
  expect(presets.map((preset) => daysOfPreset(preset, '2026-11-23'))).toEqual([
    { from: '2026-11-23', until: '2026-11-24' },
    { from: '2026-11-01', until: '2026-11-24' },
    { from: '2026-10-01', until: '2026-11-01' },
    { from: '2026-01-01', until: '2026-11-24' },
    { from: '2025-01-01', until: '2026-01-01' },
  ])
})
