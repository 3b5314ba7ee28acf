import type { PlotSpraying } from '@swath/contract/flights/plot-work'
import { expect, test } from 'vitest'
import { lastRound } from './last-round.ts'

const at = (startTime: string) => ({ startTime }) as PlotSpraying

test('the last round ends where two flights are two days apart', () => {
  const sprayings = [
    '2026-06-12T08:00:00Z',
    '2026-06-12T06:00:00Z',
    '2026-06-10T07:00:00Z',
    '2026-06-08T06:00:00Z',
    '2026-05-01T06:00:00Z',
  ].map(at)
  expect(lastRound(sprayings)).toEqual(sprayings.slice(0, 3))
  expect(lastRound(sprayings.slice(0, 1))).toHaveLength(1)
  expect(lastRound([])).toEqual([])
})
