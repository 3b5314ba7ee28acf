// Weather of flights, and the weather service's data.
import { sql } from 'kysely'
import { hoursTouched, type WeatherCell } from '@swath/domain/weather-cell'
import type { FlightWeather, WeatherObservation } from '@swath/domain/weather-along'
import type { Db, Tx } from '../../platform/database/database.ts'

type When = { readonly startMs: number; readonly endMs: number }

export const readObservations = async (
  tx: Db | Tx,
  { lat, lng }: WeatherCell,
  { startMs, endMs }: When,
): Promise<WeatherObservation[]> => {
  const rows = await tx
    .selectFrom('weather_observation')
    .where('cell_lat', '=', lat)
    .where('cell_lng', '=', lng)
    .where(
      'hour',
      'in',
      hoursTouched(startMs, endMs).map((ms) => new Date(ms)),
    )
    .selectAll()
    .execute()
  return rows.map((row) => ({
    tMs: row.hour.getTime(),
    windMs: row.wind_ms,
    windFromDeg: row.wind_from_deg,
    temperatureC: row.temperature_c,
    humidityPercent: row.humidity_percent,
    rainMmH: row.rain_mm_h,
  }))
}

export type FlightWeatherRow = When & {
  sortieId: string
  cell: WeatherCell
  weather: FlightWeather
  /** Values missing from the drone that a service may still provide. */
  wanted: boolean
}

/** The columns of a flight's known weather and its grid cell. */
export const weatherColumns = (cell: WeatherCell, weather: FlightWeather) => ({
  cell_lat: cell.lat,
  cell_lng: cell.lng,
  source: weather.source,
  wind_ms: weather.windMs,
  most_wind_ms: weather.mostWindMs,
  wind_from_deg: weather.windFromDeg,
  temperature_c: weather.temperatureC,
  humidity_percent: weather.humidityPercent,
  rain_mm_h: weather.rainMmH,
  delta_t_c: weather.deltaTC,
})

/** Keeps the number of failed requests to a service, so that requests do not repeat forever. */
export const writeFlightWeather = async (
  tx: Tx,
  droneId: string,
  rows: readonly FlightWeatherRow[],
): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insertInto('flight_weather')
    .values(
      rows.map(({ sortieId, startMs, endMs, cell, weather, wanted }) => ({
        drone_id: droneId,
        sortie_id: sortieId,
        start_at: new Date(startMs),
        end_at: new Date(endMs),
        ...weatherColumns(cell, weather),
        wanted,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['drone_id', 'sortie_id'])
        .doUpdateSet((eb) => ({
          start_at: eb.ref('excluded.start_at'),
          end_at: eb.ref('excluded.end_at'),
          cell_lat: eb.ref('excluded.cell_lat'),
          cell_lng: eb.ref('excluded.cell_lng'),
          source: eb.ref('excluded.source'),
          wind_ms: eb.ref('excluded.wind_ms'),
          most_wind_ms: eb.ref('excluded.most_wind_ms'),
          wind_from_deg: eb.ref('excluded.wind_from_deg'),
          temperature_c: eb.ref('excluded.temperature_c'),
          humidity_percent: eb.ref('excluded.humidity_percent'),
          rain_mm_h: eb.ref('excluded.rain_mm_h'),
          delta_t_c: eb.ref('excluded.delta_t_c'),
          wanted: sql<boolean>`excluded.wanted and flight_weather.tries < ${sql.lit(triesAtMost)}`,
        })),
    )
    .execute()
}

/** After this many answers without the missing values, no further request is made. */
export const triesAtMost = 8

/** Removes the weather of flights that, after new data, did not spray. */
export const removeFlightWeather = async (
  tx: Tx,
  droneId: string,
  sortieIds: readonly string[],
): Promise<void> => {
  if (sortieIds.length === 0) return
  await tx
    .deleteFrom('flight_weather')
    .where('drone_id', '=', droneId)
    .where('sortie_id', 'in', [...sortieIds])
    .execute()
}

/** A closed flight, locked until the transaction ends with the same lock as its recomputation. */
export const holdFlight = async (tx: Tx, droneId: string, sortieId: string) => {
  const row = await tx
    .selectFrom('sortie')
    .where('drone_id', '=', droneId)
    .where('id', '=', sortieId)
    .where('state', '=', 'closed')
    .where('simulated', '=', false)
    .select([
      'id',
      'start_at',
      'end_at',
      'manufacturer_id',
      'operator_id',
      'tenant_id',
      'region_code',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      startMs: row.start_at.getTime(),
      endMs: row.end_at.getTime(),
      manufacturerId: row.manufacturer_id,
      operatorId: row.operator_id,
      tenantId: row.tenant_id,
      regionCode: row.region_code,
      stored: { id: row.id, start_at: row.start_at, end_at: row.end_at },
    }
  )
}

/** Values that the drone did not report stay unknown. */
export const leaveWeather = async (tx: Tx, droneId: string, sortieId: string): Promise<void> => {
  await tx
    .updateTable('flight_weather')
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', sortieId)
    .set({ wanted: false })
    .execute()
}
