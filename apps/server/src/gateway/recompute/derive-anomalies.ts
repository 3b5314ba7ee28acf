// Anomalies of the flights of a stretch; replaces earlier results.
import { ANOMALY_TYPES, type Anomaly } from '@swath/domain/anomaly-rules'
import { detectAnomalies } from '@swath/domain/detect-anomalies'
import type { RuleThresholds } from '@swath/domain/rule-thresholds'
import type { SortieResult } from '@swath/domain/sortie-detector'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { NO_WEATHER_ALONG, type WeatherAlong } from '@swath/domain/weather-along'
import { judgeFor, knownSince, type ZonesInForce } from '@swath/domain/zones-in-force'
import type { Tx } from '../../platform/database/database.ts'
import { computeAnomalyId } from '../tracks/public.ts'
import type { TimeRange } from '@swath/domain/time-range'
import type { FlyingDrone } from './flying-drone.queries.ts'
import { thresholdsOn } from './alarm-settings.queries.ts'
import { anomaliesIn, writeAnomalies, type AnomalyRow } from './anomalies.queries.ts'
import type { OfTasks } from './assign-tasks.ts'
import type { Flight } from './derive-flight.ts'
import type { SortieRow } from './recompute.queries.ts'

/** An anomaly not announced yet; `live` if the flight has only just ended. */
export type NewAnomaly = { id: string; live: boolean }

/** A flight that ended longer ago than this arrived late: it raises no notification. */
const lateMs = 5 * 60_000

/** The parties of a flight, as stored with its alarms. */
export type FlownBy = Pick<
  SortieRow,
  'id' | 'endMs' | 'manufacturerId' | 'operatorId' | 'tenantId' | 'regionCode'
>

/** Leaves out anomalies without a position. */
export const toAnomalyRows = (
  droneId: string,
  { id, endMs, manufacturerId, operatorId, tenantId, regionCode }: FlownBy,
  anomalies: readonly Anomaly[],
  nowMs: number,
): AnomalyRow[] =>
  anomalies.flatMap(({ type, level, cause, tMs, lngLat, evidence }) =>
    lngLat === null
      ? []
      : [
          {
            id: computeAnomalyId(droneId, id, ANOMALY_TYPES[type].code, cause),
            sortieId: id,
            type,
            level,
            cause,
            tMs,
            lng: lngLat[0],
            lat: lngLat[1],
            evidence,
            replayed: nowMs - endMs > lateMs,
            manufacturerId,
            operatorId,
            tenantId,
            regionCode,
          },
        ],
  )

/** Rounded to a thousandth; null if nothing was covered before. */
const shareOf = (alreadyM2: number | undefined, coveredM2: number): number | null =>
  alreadyM2 === undefined || coveredM2 === 0
    ? null
    : Math.round(Math.min(1, alreadyM2 / coveredM2) * 1000) / 1000

const deriveAnomalies = (
  drone: FlyingDrone,
  { span, record, plot, row }: Flight,
  points: PointColumns,
  weather: WeatherAlong,
  tasks: OfTasks,
  zones: ZonesInForce,
  thresholds: RuleThresholds,
  nowMs: number,
): AnomalyRow[] =>
  toAnomalyRows(
    drone.id,
    row,
    detectAnomalies(points, span, {
      zones: judgeFor(zones, { ...row, regionCode: drone.regionCode }),
      weather,
      thresholds,
      place: record.middle,
      cropId: record.cropId,
      plotCropId: plot?.cropId ?? null,
      taskCropId: tasks.crops.get(row.id) ?? null,
      claimedAreaM2: record.claimedAreaM2,
      coveredM2: record.coveredM2,
      alreadyCoveredShare: shareOf(tasks.alreadyM2.get(row.id), record.coveredM2),
    }),
    nowMs,
  )

export const replaceAnomalies = async (
  tx: Tx,
  drone: FlyingDrone,
  flights: readonly Flight[],
  { points }: SortieResult,
  weather: ReadonlyMap<string, WeatherAlong>,
  tasks: OfTasks,
  extent: TimeRange,
  zones: ZonesInForce,
  nowMs: number,
): Promise<NewAnomaly[]> => {
  const rows: AnomalyRow[] = []
  for (const flight of flights) {
    const { id, operatorId, manufacturerId, startMs, simulated } = flight.row
    if (simulated) continue
    const thresholds = await thresholdsOn(tx, operatorId ?? manufacturerId, new Date(startMs))
    const along = weather.get(id) ?? NO_WEATHER_ALONG
    rows.push(...deriveAnomalies(drone, flight, points, along, tasks, zones, thresholds, nowMs))
  }
  // An alarm newer than the stored points was raised by points still in transit.
  const known = await anomaliesIn(
    tx,
    drone.id,
    extent.fromMs,
    points.length > 0 ? points.tMs[points.length - 1]! : extent.fromMs,
  )
  const wanted = new Set(rows.map((row) => row.id))
  const judged = knownSince(zones)
  const wasSimulated = (tMs: number): boolean =>
    flights.some(({ row }) => row.simulated && tMs >= row.startMs && tMs <= row.endMs)
  // Violations of a zone that is not known from that time stay, unless it turns out that nothing
  // flew.
  const gone = known.filter(
    (one) =>
      !wanted.has(one.id) &&
      (one.type !== ANOMALY_TYPES.intrude_nfz.code ||
        (judged.get(one.cause) ?? Infinity) <= one.tMs ||
        wasSimulated(one.tMs)),
  )
  const fresh: NewAnomaly[] = []
  for (const row of rows) {
    const before =
      known.find((one) => one.id === row.id) ??
      gone.find((one) => one.type === ANOMALY_TYPES[row.type].code && one.cause === row.cause)
    if (before) row.replayed = before.replayed
    else fresh.push({ id: row.id, live: !row.replayed })
  }
  await writeAnomalies(
    tx,
    drone.id,
    gone.map((one) => one.id),
    rows,
  )
  return fresh
}
