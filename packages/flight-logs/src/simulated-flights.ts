import { PointColumns } from '@swath/domain/telemetry-point'
import type { LogEvent } from './flight-log.ts'

/** Removes simulated flights, from take-off to end, since logs are imported as work. */
export function withoutSimulated(points: PointColumns, events: readonly LogEvent[]): PointColumns {
  const turns = events.filter(
    ({ type }) => type === 'takeoff' || type === 'landing' || type === 'disarm',
  )
  if (!turns.some(({ text }) => text === 'simulated')) return points
  const kept = new PointColumns(points.length)
  for (let row = 0, turn = 0; row < points.length; row++) {
    while (turn < turns.length && turns[turn]!.tMs <= points.tMs[row]!) turn++
    if (turns[turn - 1]?.text !== 'simulated') kept.appendFrom(points, row)
  }
  return kept
}
