// Judges a flight again by weather that a service reported after its record was made: the same
// values and alarms as if it had been known at the time. The record does not change.
import { ANOMALY_TYPES } from '@swath/domain/anomaly-rules'
import { weatherAnomalies } from '@swath/domain/weather-rules'
import type { WeatherCell } from '@swath/domain/weather-cell'
import { tx as transaction, type Db } from '../../platform/database/database.ts'
import { pointsIn, readStoredPoints } from '../tracks/public.ts'
import { thresholdsOn } from './alarm-settings.queries.ts'
import { anomaliesIn, writeAnomalies } from './anomalies.queries.ts'
import { toAnomalyRows, type NewAnomaly } from './derive-anomalies.ts'
import { deriveWeather } from './derive-weather.ts'
import { holdFlight, leaveWeather, writeFlightWeather } from './weather.queries.ts'

type Judged = { droneId: string; sortieId: string; cell: WeatherCell }

/** About 50 ms of work; a half-hour flight at 10 Hz has 18,000. Longer flights are skipped. */
const pointsAtMost = 50_000

/** Undefined if the flight no longer exists. */
export const judgeWeather = (
  db: Db,
  { droneId, sortieId, cell }: Judged,
  nowMs: number,
): Promise<NewAnomaly[] | undefined> =>
  transaction(db, async (tx) => {
    const flight = await holdFlight(tx, droneId, sortieId)
    if (!flight) return undefined
    const stored = await readStoredPoints(tx, droneId, flight.stored)
    if (stored.pointCount > pointsAtMost) {
      await leaveWeather(tx, droneId, sortieId)
      return []
    }
    const points = pointsIn(stored)
    const { along, row } = await deriveWeather(tx, points, {
      sortieId,
      startMs: flight.startMs,
      endMs: flight.endMs,
      cell,
      from: 0,
      to: points.length,
    })
    await writeFlightWeather(tx, droneId, [row])
    const thresholds = await thresholdsOn(
      tx,
      flight.operatorId ?? flight.manufacturerId,
      new Date(flight.startMs),
    )
    const rows = toAnomalyRows(
      droneId,
      flight,
      weatherAnomalies(points, 0, points.length, along, thresholds),
      nowMs,
    )
    const known = (await anomaliesIn(tx, droneId, flight.startMs, flight.endMs)).filter(
      (one) => one.type === ANOMALY_TYPES.abnormal_weather.code,
    )
    const wanted = new Set(rows.map(({ id }) => id))
    const isKnown = (id: string): boolean => known.some((one) => one.id === id)
    await writeAnomalies(
      tx,
      droneId,
      known.filter(({ id }) => !wanted.has(id)).map(({ id }) => id),
      rows,
    )
    return rows
      .filter(({ id }) => !isKnown(id))
      .map(({ id, replayed }) => ({ id, live: !replayed }))
  })
