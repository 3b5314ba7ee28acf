// One flight, as described by its record.
import type { FlightWeather, SortieDetail } from '@swath/contract/flights/flights'
import type { Scope } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import { recordIntact } from '../../../gateway/recompute/public.ts'
import { readStoredPoints } from '../../../gateway/tracks/public.ts'
import type { Db } from '../../../platform/database/database.ts'
import { findPlotOnDay } from '../../land/public.ts'
import { presentFlightSuspicion } from '../claims/present-suspicion.ts'
import { suspicionsOf } from '../claims/claims.queries.ts'
import { cropNames, findFlight, listFlightAlarms } from './flight-detail.queries.ts'
import { presentFlight } from './flight-list.ts'
import type { FlightRecord } from './flights.queries.ts'
import { viewCovered } from './flight-view.ts'
import { presentAlarm } from './playback.routes.ts'

const presentWeather = (row: FlightRecord): FlightWeather | null =>
  row.weather_source && {
    source: row.weather_source,
    windSpeed: row.wind_ms,
    windSpeedMost: row.most_wind_ms,
    windFrom: row.wind_from_deg,
    temperature: row.temperature_c,
    humidity: row.humidity_percent,
    deltaT: row.delta_t_c,
    rain: row.rain_mm_h,
  }

/** One flight with its record; undefined if the scope does not contain it. */
export const describeFlight = async (
  db: Db,
  scope: Scope,
  { droneId, sortieId }: { droneId: string; sortieId: string },
  { owner, language, signal }: { owner: string; language: Language; signal: AbortSignal },
): Promise<SortieDetail | undefined> => {
  const row = await findFlight(db, scope, droneId, sortieId)
  if (!row) return undefined
  // Points without a width use the record's: the drone's width may have changed since.
  const covered = async () =>
    row.simulated
      ? []
      : viewCovered(await readStoredPoints(db, row.drone_id, row), row.swath_width_m, {
          owner,
          signal,
        })
  const [rings, plot, crop, intact, alarms, suspicions] = await Promise.all([
    covered(),
    row.plot_id === null ? null : findPlotOnDay(db, row.plot_id, row.start_at),
    row.crop_id === null ? null : cropNames(db, row.crop_id),
    recordIntact(db, row.drone_id, row.id, { owner, signal }),
    listFlightAlarms(db, [{ drone_id: row.drone_id, id: row.id }]),
    suspicionsOf(db, scope, row.drone_id, row.id),
  ])
  return {
    ...presentFlight(row, language),
    simulated: row.simulated,
    crop: crop?.names[language] ?? null,
    chemical: row.chemical,
    claimedArea: row.claimed_m2 === null ? null : muFromM2(row.claimed_m2),
    trackHash: row.track_hash?.toString('hex') ?? '',
    previousHash: row.previous_hash?.toString('hex') ?? '',
    hash: row.hash?.toString('hex') ?? '',
    alarms: alarms.map(presentAlarm),
    weather: presentWeather(row),
    suspicions: suspicions.map((one) => presentFlightSuspicion(one, language)),
    chainIntact: intact,
    block: plot ? { blockId: plot.id, parts: plot.parts } : null,
    coveredRings: rings,
  }
}
