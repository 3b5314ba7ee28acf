import type { PlotSpraying } from '@swath/contract/flights/plot-work'
import { expect, test } from 'vitest'
import { splitRounds } from './rounds.ts'

const at = (startTime: string) => ({ startTime }) as PlotSpraying

test('a round ends where two flights are more than two days apart', () => {
  const sprayings = [
    '2026-06-12T08:00:00Z',
    '2026-06-12T06:00:00Z',
    '2026-06-10T07:00:00Z',
    '2026-06-08T06:00:00Z',
    '2026-05-01T06:00:00Z',
  ].map(at)
  expect(splitRounds(sprayings)).toEqual([
    sprayings.slice(0, 3),
    sprayings.slice(3, 4),
    sprayings.slice(4),
  ])
  expect(splitRounds(sprayings.slice(0, 1))).toEqual([sprayings.slice(0, 1)])
  expect(splitRounds([])).toEqual([])
})
