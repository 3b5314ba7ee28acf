// Flights that need weather, and stored weather. Spans all tenants, because weather is shared.
import { sql } from 'kysely'
import type { WeatherCell } from '@swath/domain/weather-cell'
import type { Db } from '../../../platform/database/database.ts'
import { triesAtMost } from '../../../gateway/recompute/public.ts'
import type { WeatherHour } from './weather-provider.ts'

export type WantedFlight = {
  droneId: string
  sortieId: string
  startMs: number
  endMs: number
  cell: WeatherCell
}

/** Cells that may be requested now, newest first. */
export const listWanted = async (
  db: Db,
  { sinceMs, nowMs, atMost }: { sinceMs: number; nowMs: number; atMost: number },
): Promise<WantedFlight[]> => {
  const rows = await db
    .selectFrom('flight_weather')
    .where('wanted', '=', true)
    .where('start_at', '>=', new Date(sinceMs))
    .where((eb) => eb.or([eb('next_try_at', 'is', null), eb('next_try_at', '<=', new Date(nowMs))]))
    .select(['drone_id', 'sortie_id', 'start_at', 'end_at', 'cell_lat', 'cell_lng'])
    .orderBy('start_at', 'desc')
    .limit(atMost)
    .execute()
  return rows.map((row) => ({
    droneId: row.drone_id,
    sortieId: row.sortie_id,
    startMs: row.start_at.getTime(),
    endMs: row.end_at.getTime(),
    cell: { lat: row.cell_lat, lng: row.cell_lng },
  }))
}

export const knownHours = async (
  db: Db,
  { lat, lng }: WeatherCell,
  hours: readonly number[],
): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('weather_observation')
    .where('cell_lat', '=', lat)
    .where('cell_lng', '=', lng)
    .where(
      'hour',
      'in',
      hours.map((ms) => new Date(ms)),
    )
    .select('hour')
    .execute()
  return new Set(rows.map(({ hour }) => hour.getTime()))
}

/** Existing rows are kept: the first answer is final. */
export const storeObservations = async (
  db: Db,
  cell: WeatherCell,
  source: string,
  hours: readonly WeatherHour[],
  nowMs: number,
): Promise<void> => {
  if (hours.length === 0) return
  await db
    .insertInto('weather_observation')
    .values(
      hours.map((one) => ({
        cell_lat: cell.lat,
        cell_lng: cell.lng,
        hour: new Date(one.hourMs),
        source,
        wind_ms: one.windMs,
        wind_from_deg: one.windFromDeg,
        temperature_c: one.temperatureC,
        humidity_percent: one.humidityPercent,
        rain_mm_h: one.rainMmH,
        fetched_at: new Date(nowMs),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Schedules a retry after increasing pauses; gives up after the last one. */
export const noteTried = async (
  db: Db,
  { droneId, sortieId }: Pick<WantedFlight, 'droneId' | 'sortieId'>,
  nowMs: number,
): Promise<void> => {
  await db
    .updateTable('flight_weather')
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', sortieId)
    .set({
      tries: sql`tries + 1`,
      wanted: sql<boolean>`wanted and tries + 1 < ${sql.lit(triesAtMost)}`,
      next_try_at: sql<Date>`${new Date(nowMs)}::timestamptz + interval '10 minutes' * (2 ^ tries)`,
    })
    .execute()
}
