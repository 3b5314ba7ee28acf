// The weather during a flight: the drone's own measurements, and a service's data for the rest.
import type { PointColumns } from '@swath/domain/telemetry-point'
import {
  computeFlightWeather,
  isWeatherReported,
  WEATHER_MEASURES,
  weatherAlong,
  type WeatherAlong,
} from '@swath/domain/weather-along'
import { hoursTouched, toWeatherCell, type WeatherCell } from '@swath/domain/weather-cell'
import type { Tx } from '../../platform/database/database.ts'
import type { Flight } from './derive-flight.ts'
import {
  readObservations,
  removeFlightWeather,
  writeFlightWeather,
  type FlightWeatherRow,
} from './weather.queries.ts'

type FlownStretch = {
  sortieId: string
  startMs: number
  endMs: number
  cell: WeatherCell
  /** Rows [from, to) of its points. */
  from: number
  to: number
}

export type DerivedWeather = { along: WeatherAlong; row: FlightWeatherRow }

/** Deterministic for the same points and observations, so recomputing gives the same weather. */
export const deriveWeather = async (
  tx: Tx,
  points: PointColumns,
  { sortieId, startMs, endMs, cell, from, to }: FlownStretch,
): Promise<DerivedWeather> => {
  const isReported = WEATHER_MEASURES.every((measure) =>
    isWeatherReported(points, from, to, measure),
  )
  const observations = isReported ? [] : await readObservations(tx, cell, { startMs, endMs })
  const along = weatherAlong(points, from, to, observations)
  return {
    along,
    row: {
      sortieId,
      startMs,
      endMs,
      cell,
      weather: computeFlightWeather(points, from, to, along),
      wanted: !isReported && observations.length < hoursTouched(startMs, endMs).length,
    },
  }
}

/** Replaces the weather of those flights of a stretch that sprayed. */
export const replaceWeather = async (
  tx: Tx,
  droneId: string,
  flights: readonly Flight[],
  points: PointColumns,
): Promise<ReadonlyMap<string, WeatherAlong>> => {
  const derived: DerivedWeather[] = []
  const without: string[] = []
  for (const { row, record, span } of flights) {
    if (row.simulated || row.state === 'open' || record.spraySeconds === 0 || !record.middle)
      without.push(row.id)
    else
      derived.push(
        await deriveWeather(tx, points, {
          sortieId: row.id,
          startMs: row.startMs,
          endMs: row.endMs,
          // Halfway along the sprayed path.
          cell: toWeatherCell(record.middle),
          from: span.fromIndex,
          to: span.toIndex,
        }),
      )
  }
  await removeFlightWeather(tx, droneId, without)
  await writeFlightWeather(
    tx,
    droneId,
    derived.map(({ row }) => row),
  )
  return new Map(derived.map(({ row, along }) => [row.sortieId, along]))
}
