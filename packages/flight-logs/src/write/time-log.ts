import { sprays, swathWidthAt } from '@swath/domain/spray-path'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { xmlAttributes } from '@swath/file-syntax/xml-text'

/**
 * Data dictionary identifiers of ISO 11783-11 (public at isobus.net, "DDI"), with their units: 2
 * Actual Volume Per Area Application Rate 0.01 mm³/m², 37 Actual Volume Per Time Application Rate
 * mm³/s, 67 Actual Working Width mm, 141 Actual Work State (0 off, 1 on), 161 Actual Condensed Work
 * State of sections 1 to 16 (two bits each, 3 not installed), 351 Application Total Volume ml.
 */
export const DDI = {
  applicationRate: 2,
  flow: 37,
  workingWidth: 67,
  totalVolumeL: 80,
  totalArea: 116,
  effectiveDistance: 117,
  effectiveTime: 119,
  ineffectiveTime: 120,
  workState: 141,
  sectionStates: 161,
  totalVolumeMl: 351,
} as const

/** In the order of the time log's header; the index is what each value of a record names. */
export const LOGGED_DDIS = [
  DDI.applicationRate,
  DDI.flow,
  DDI.workingWidth,
  DDI.totalVolumeMl,
  DDI.workState,
  DDI.sectionStates,
] as const

export const ddiText = (ddi: number): string => ddi.toString(16).toUpperCase().padStart(4, '0')

/** One section, the whole boom: the other fifteen are "not installed". */
const SECTION_ON = 0xffff_fffd
const SECTION_OFF = 0xffff_fffc

const DAY_MS = 86_400_000
/**
 * ISO 11783-10, annex on the binary log: days count from 1980-01-01, milliseconds from midnight.
 */
const EPOCH_1980_MS = Date.UTC(1980, 0, 1)
/** Below this speed, a rate per area would be divided by almost zero. */
const MIN_RATE_SPEED_MS = 0.5
/**
 * The pump's state is assumed to last between points no farther apart than this, as in the work
 * record.
 */
const MAX_INTERVAL_MS = 15_000
const LONGEST_RECORD = 4 + 2 + 4 + 4 + 1 + 1 + 4 + 2 + 1 + LOGGED_DDIS.length * 5

/**
 * TLGnnnnn.XML: empty attributes are in the binary records, in this order (ISO 11783-10:2015, D.50
 * PTN, D.57 TIM).
 */
export function timeLogHeader(deviceElementId: string): string {
  const values = LOGGED_DDIS.map(
    (ddi) => `<DLV${xmlAttributes({ A: ddiText(ddi), B: '', C: deviceElementId })}/>`,
  ).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<TIM A="" D="4"><PTN A="" B="" D="" G="" H="" I=""/>${values}</TIM>\n`
}

/**
 * TLGnnnnn.BIN: one record per point with its local time, position, fix and UTC, then the values
 * that changed since the record before. Height is left out: a position's "up" is above the
 * ellipsoid, and only the height above the ground is known.
 */
export function timeLogRecords(
  points: PointColumns,
  defaultSwathWidthM: number,
  utcOffsetMin: number,
): Uint8Array {
  const bytes = new Uint8Array(points.length * LONGEST_RECORD)
  const view = new DataView(bytes.buffer)
  const last: (number | null)[] = LOGGED_DDIS.map(() => null)
  let at = 0
  let totalMl = 0
  for (let i = 0; i < points.length; i++) {
    totalMl += litresSince(points, i) * 1000
    const tMs = points.tMs[i]!
    const localMs = tMs + utcOffsetMin * 60_000
    view.setUint32(at, msOfDay(localMs), true)
    view.setUint16(at + 4, daysSince1980(localMs), true)
    view.setInt32(at + 6, Math.round(points.lat[i]! * 1e7), true)
    view.setInt32(at + 10, Math.round(points.lng[i]! * 1e7), true)
    view.setUint8(at + 14, positionStatus(points.fix[i]!))
    view.setUint8(at + 15, Number.isNaN(points.satellites[i]!) ? 255 : points.satellites[i]!)
    view.setUint32(at + 16, msOfDay(tMs), true)
    view.setUint16(at + 20, daysSince1980(tMs), true)
    const countAt = at + 22
    at = countAt + 1
    let count = 0
    for (const [index, value] of listValues(points, i, defaultSwathWidthM, totalMl).entries()) {
      if (value === null || value === last[index]) continue
      last[index] = value
      view.setUint8(at, index)
      view.setInt32(at + 1, value | 0, true)
      at += 5
      count++
    }
    view.setUint8(countAt, count)
  }
  return bytes.subarray(0, at)
}

/** In the order of LOGGED_DDIS; null for unknown values. */
function listValues(
  points: PointColumns,
  i: number,
  defaultSwathWidthM: number,
  totalMl: number,
): (number | null)[] {
  const on = sprays(points, i)
  const flow = points.flowLMin[i]!
  const speed = points.speedMs[i]!
  const swathWidthM = swathWidthAt(points, i, defaultSwathWidthM)
  const flowMm3S = Number.isNaN(flow) ? null : Math.round((flow * 1e6) / 60)
  const rate = !on
    ? 0
    : flowMm3S === null || !(speed >= MIN_RATE_SPEED_MS) || swathWidthM <= 0
      ? null
      : Math.round((flowMm3S / (speed * swathWidthM)) * 100)
  return [
    rate,
    flowMm3S,
    swathWidthM > 0 ? Math.round(swathWidthM * 1000) : null,
    Number.isNaN(flow) ? null : Math.round(totalMl),
    on ? 1 : 0,
    on ? SECTION_ON : SECTION_OFF,
  ]
}

function litresSince(points: PointColumns, i: number): number {
  if (i === 0) return 0
  const ms = points.tMs[i]! - points.tMs[i - 1]!
  const litres = ((points.flowLMin[i - 1]! + points.flowLMin[i]!) / 2 / 60_000) * ms
  return ms > 0 && ms <= MAX_INTERVAL_MS && Number.isFinite(litres) ? litres : 0
}

/**
 * GPS_FIX_TYPE of MAVLink as ISO 11783-10 PTN D (NMEA 2000 method of GNSS): 1 GNSS, 2 DGNSS, 4 RTK
 * fixed, 5 RTK float, 15 not known.
 */
function positionStatus(fix: number): number {
  if (Number.isNaN(fix)) return 15
  return fix < 2 ? 0 : fix < 4 ? 1 : fix === 4 ? 2 : fix === 5 ? 5 : fix === 6 ? 4 : 15
}

const msOfDay = (tMs: number): number => ((tMs % DAY_MS) + DAY_MS) % DAY_MS
const daysSince1980 = (tMs: number): number => Math.floor((tMs - EPOCH_1980_MS) / DAY_MS)
