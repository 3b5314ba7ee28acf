// The weather that a flight met: the drone's own figures, and for the rest what a service said.
import type { PointColumns } from '@swath/domain/telemetry-point'
import {
  computeFlightWeather,
  isWeatherTold,
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

/** The same for the same points and observations, whenever it is worked out. */
export const deriveWeather = async (
  tx: Tx,
  points: PointColumns,
  { sortieId, startMs, endMs, cell, from, to }: FlownStretch,
): Promise<DerivedWeather> => {
  const isTold = WEATHER_MEASURES.every((measure) => isWeatherTold(points, from, to, measure))
  const observations = isTold ? [] : await readObservations(tx, cell, { startMs, endMs })
  const along = weatherAlong(points, from, to, observations)
  return {
    along,
    row: {
      sortieId,
      startMs,
      endMs,
      cell,
      weather: computeFlightWeather(points, from, to, along),
      wanted: !isTold && observations.length < hoursTouched(startMs, endMs).length,
    },
  }
}

/** Of the flights of a stretch that sprayed, in place of what was found before. */
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
          // Halfway along what was sprayed.
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
