// Requests weather that drones did not measure, by grid cell and hour, and checks the flights again
// with it.
import { z } from 'zod'
import { hoursTouched, middleOfCell, type WeatherCell } from '@swath/domain/weather-cell'
import { judgeWeather } from '../../../gateway/recompute/public.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { createOpenMeteo } from './open-meteo.ts'
import type { WeatherProvider } from './weather-provider.ts'
import {
  knownHours,
  listWanted,
  noteTried,
  storeObservations,
  type WantedFlight,
} from './weather.queries.ts'

export const fetchWeatherKind: JobKind<object> = {
  name: 'weather.fetch',
  payload: z.object({}),
  triesAtMost: 2,
  schedule: { hour: 'every', minute: 'every' },
}

/** The service has three months; flights uploaded later get no weather. */
const askedForMs = 85 * 86_400_000
/** Cells per run: services limit the number of requests, and each may take seconds. */
const cellsAtOnce = 20
const flightsAtOnce = 400
/** Maximum hours per request. */
const hoursAtOnce = 48
const hourMs = 3_600_000

type Deps = Pick<Services, 'db' | 'clock' | 'events' | 'log'>

const cellKey = ({ lat, lng }: WeatherCell): string => `${lat} ${lng}`

/** @returns true if all hours that these flights touch are known now */
const fetchCell = async (
  { db, clock }: Deps,
  provider: WeatherProvider,
  cell: WeatherCell,
  hours: readonly number[],
  signal: AbortSignal,
): Promise<boolean> => {
  const known = await knownHours(db, cell, hours)
  const missing = hours.filter((hour) => !known.has(hour)).toSorted((a, b) => a - b)
  let whole = true
  for (let i = 0; i < missing.length;) {
    const from = missing[i]!
    let last = i
    while (last + 1 < missing.length && missing[last + 1]! - from < hoursAtOnce * hourMs) last++
    const wanted = new Set(missing.slice(i, last + 1))
    const observed = await provider.readHours(middleOfCell(cell), from, missing[last]!, signal)
    await storeObservations(db, cell, provider.name, observed, clock.now())
    for (const { hourMs: hour } of observed) wanted.delete(hour)
    whole &&= wanted.size === 0
    i = last + 1
  }
  return whole
}

const judge = async (
  { db, clock, events }: Deps,
  flight: WantedFlight,
  isWhole: boolean,
): Promise<void> => {
  const { droneId, sortieId, cell } = flight
  const fresh = await judgeWeather(db, { droneId, sortieId, cell }, clock.now())
  if (!isWhole) await noteTried(db, flight, clock.now())
  for (const { id, live } of fresh ?? []) events.emit('anomaly', { droneId, anomalyId: id, live })
}

/** One run; remaining cells are left for the next. */
export const fetchWeather = async (
  deps: Deps,
  provider: WeatherProvider,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, log } = deps
  const wanted = await listWanted(db, {
    sinceMs: clock.now() - askedForMs,
    nowMs: clock.now(),
    atMost: flightsAtOnce,
  })
  const byCell = [...Map.groupBy(wanted, ({ cell }) => cellKey(cell)).values()]
  for (const flights of byCell.slice(0, cellsAtOnce)) {
    signal.throwIfAborted()
    const hours = flights.flatMap(({ startMs, endMs }) => hoursTouched(startMs, endMs))
    try {
      const cell = flights[0]!.cell
      const isWhole = await fetchCell(deps, provider, cell, [...new Set(hours)], signal)
      for (const flight of flights) await judge(deps, flight, isWhole)
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ error: String(error) }, 'The weather of a place could not be read')
      for (const flight of flights) await noteTried(db, flight, clock.now())
    }
  }
}

/** Without a configured service nothing is requested; measured weather is unaffected. */
export const fetchWeatherJob = (services: Services): Job => {
  const { weatherUrl } = services.config
  const provider = weatherUrl === undefined ? undefined : createOpenMeteo(weatherUrl)
  return createJob(fetchWeatherKind, async (_payload, { signal }) => {
    if (provider) await fetchWeather(services, provider, signal)
  })
}
