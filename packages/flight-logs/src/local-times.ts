// Ambiguous times: without a zone, or with a date that may be read two ways. A reading is proposed
// from the whole file, and reported.
import lookUpTimeZone from '@photostructure/tz-lookup'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { isSetClock } from './flight-log.ts'
import type { DateOrder, ReadOptions, TimeReading } from './flight-log.ts'
import { toUtcMs } from './time-text.ts'

export type OpenTimes = {
  readonly points: PointColumns
  /** Rows whose time has no zone; stored as if it were UTC. */
  readonly zoneless: number[]
  /**
   * Rows whose dates have an ambiguous order of day and month, with the time if the day is first.
   */
  readonly dayFirstMs: (readonly [row: number, tMs: number])[]
}

/** Converts the times of the rows to UTC. Null where the file is not ambiguous. */
export function settleTimes(
  open: OpenTimes,
  { timeZone, dateOrder }: ReadOptions,
  isPlace: (lng: number, lat: number) => boolean,
): TimeReading | null {
  const { points, zoneless } = open
  const stated = orderOf(open)
  const order = stated === 'open' ? (dateOrder ?? 'mdy') : stated
  if (order === 'dmy') for (const [row, tMs] of open.dayFirstMs) points.tMs[row] = tMs
  const zone =
    zoneless.length === 0 ? null : (timeZone ?? zoneOfPlace(points, zoneless, isPlace) ?? 'UTC')
  if (zone !== null) for (const row of zoneless) points.tMs[row] = toUtcMs(points.tMs[row]!, zone)
  if (zone === null && order === null) return null
  return {
    timeZone: zone,
    isZoneAssumed: zone !== null && timeZone === undefined,
    dateOrder: order,
    isOrderAssumed: stated === 'open' && dateOrder === undefined,
  }
}

/**
 * The order in which every date of the file is valid; `open` if both are, with different results.
 */
function orderOf({ points, dayFirstMs }: OpenTimes): DateOrder | 'open' | null {
  let [dayFits, monthFits, differing] = [0, 0, 0]
  for (const [row, dayMs] of dayFirstMs) {
    const monthMs = points.tMs[row]!
    if (isSetClock(dayMs)) dayFits++
    if (isSetClock(monthMs)) monthFits++
    if (dayMs !== monthMs) differing++
  }
  if (differing === 0) return null
  return dayFits === monthFits ? 'open' : dayFits > monthFits ? 'dmy' : 'mdy'
}

/** Clocks in Xinjiang show Beijing time to most people, and to every device sold in China. */
const AS_SHOWN: Readonly<Record<string, string>> = { 'Asia/Urumqi': 'Asia/Shanghai' }

function zoneOfPlace(
  points: PointColumns,
  rows: readonly number[],
  isPlace: (lng: number, lat: number) => boolean,
): string | null {
  const row = rows.find((one) => isPlace(points.lng[one]!, points.lat[one]!))
  if (row === undefined) return null
  const zone = lookUpTimeZone(points.lat[row]!, points.lng[row]!)
  return AS_SHOWN[zone] ?? zone
}
