import { canonicalPoints } from '@swath/domain/canonical-points'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { FlightLog, HeightSource, LogFormat, ReadReport } from './flight-log.ts'

const COUNTS = [
  'bytesSkipped',
  'badRecords',
  'overLimit',
  'otherVehicles',
  'pointsRead',
  'withoutPosition',
  'nullIsland',
  'outOfRange',
  'withoutTime',
  'timesMended',
  'repeatedTimes',
  'repeatedPoints',
  'dropouts',
  'dropoutMs',
] as const satisfies readonly (keyof ReadReport)[]

/**
 * Combines the documents of an archive into one log: all points in one order, all losses added up.
 */
export function joinLogs(
  format: LogFormat,
  logs: readonly FlightLog[],
  report: ReadReport,
): FlightLog {
  const withPoints = logs.filter(({ points }) => points.length > 0)
  const telling = withPoints.length > 0 ? withPoints : logs
  const all = new PointColumns()
  const heights: Partial<Record<HeightSource, number>> = {}
  for (const log of logs) {
    all.appendAll(log.points)
    for (const [source, count] of Object.entries(log.heights) as [HeightSource, number][])
      heights[source] = (heights[source] ?? 0) + count
    for (const count of COUNTS) report[count] += log.report[count]
    for (const words of log.report.notUnderstood)
      if (!report.notUnderstood.includes(words)) report.notUnderstood.push(words)
    report.truncatedAtByte ??= log.report.truncatedAtByte
  }
  for (const log of telling)
    for (const note of log.report.notes) if (!report.notes.includes(note)) report.notes.push(note)
  const points = canonicalPoints(all)
  report.repeatedPoints += all.length - points.length
  report.times = joinTimes(telling)
  return {
    format,
    points,
    heights,
    events: telling.flatMap(({ events }) => events).sort((a, b) => a.tMs - b.tMs),
    identity: {
      serial: firstKnown(telling, 'serial'),
      firmware: firstKnown(telling, 'firmware'),
      hardware: firstKnown(telling, 'hardware'),
      vehicleType: firstKnown(telling, 'vehicleType'),
      systemId: firstKnown(telling, 'systemId'),
    },
    batteries: telling.find(({ batteries }) => batteries.length > 0)?.batteries ?? [],
    // a name of a series does not identify its document
    series: telling.length === 1 ? telling[0]!.series : [],
    report,
  }
}

const firstKnown = <K extends keyof FlightLog['identity']>(
  logs: readonly FlightLog[],
  key: K,
): FlightLog['identity'][K] | null =>
  logs.find(({ identity }) => identity[key] !== null)?.identity[key] ?? null

function joinTimes(logs: readonly FlightLog[]): ReadReport['times'] {
  const open = logs.flatMap(({ report: { times } }) => (times === null ? [] : [times]))
  if (open.length === 0) return null
  return {
    timeZone: open.find(({ timeZone }) => timeZone !== null)?.timeZone ?? null,
    isZoneAssumed: open.some(({ isZoneAssumed }) => isZoneAssumed),
    dateOrder: open.find(({ dateOrder }) => dateOrder !== null)?.dateOrder ?? null,
    isOrderAssumed: open.some(({ isOrderAssumed }) => isOrderAssumed),
  }
}
