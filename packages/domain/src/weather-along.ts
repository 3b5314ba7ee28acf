// The weather along a flight, as the drone measured it or, if it did not, as another source
// observed it for the place and the hour.
import { deltaTC } from './delta-t.ts'
import { pumps } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'

/** Known weather values. Null if unknown. */
export type Weather = {
  readonly windMs: number | null
  /** Direction from which the wind blows, degrees from north, clockwise. */
  readonly windFromDeg: number | null
  readonly temperatureC: number | null
  readonly humidityPercent: number | null
  readonly rainMmH: number | null
}

/** Holds until the next one, at most for an hour. */
export type WeatherObservation = Weather & { readonly tMs: number }

export const WEATHER_MEASURES = [
  'windMs',
  'windFromDeg',
  'temperatureC',
  'humidityPercent',
  'rainMmH',
] as const satisfies readonly (keyof Weather)[]
type Measure = (typeof WEATHER_MEASURES)[number]

/** `mixed`: some figures are the drone's, the rest the service's. */
export type WeatherSource = 'drone' | 'provider' | 'mixed'

/** A value for each row of a flight, from its first on; NaN if not reported. */
export type WeatherAlong = {
  readonly source: WeatherSource | null
  readonly values: Readonly<Record<Measure, Float64Array>>
}

/** Weather of a flight that sprayed nothing. */
export const NO_WEATHER_ALONG: WeatherAlong = {
  source: null,
  values: Object.fromEntries(
    WEATHER_MEASURES.map((measure) => [measure, new Float64Array(0)]),
  ) as Record<Measure, Float64Array>,
}

const OBSERVATION_VALID_MS = 3_600_000
/** A drone reports its weather every few seconds at least; after this time the value is unknown. */
const REPORT_VALID_MS = 60_000

export const isWeatherReported = (
  points: PointColumns,
  from: number,
  to: number,
  measure: Measure,
): boolean => {
  const column = points[measure]
  for (let i = from; i < to; i++) if (!Number.isNaN(column[i]!)) return true
  return false
}

/** For each measure, the drone's own values take precedence over observations. Rows [from, to). */
export const weatherAlong = (
  points: PointColumns,
  from: number,
  to: number,
  observations: readonly WeatherObservation[],
): WeatherAlong => {
  const sorted = observations.toSorted((a, b) => a.tMs - b.tMs)
  const sources = new Set<'drone' | 'provider'>()
  const along = (measure: Measure): Float64Array => {
    if (!isWeatherReported(points, from, to, measure)) {
      const values = asObserved(points, from, to, sorted, measure)
      if (values.some((value) => !Number.isNaN(value))) sources.add('provider')
      return values
    }
    sources.add('drone')
    return asReported(points, from, to, measure)
  }
  const values = Object.fromEntries(
    WEATHER_MEASURES.map((measure) => [measure, along(measure)]),
  ) as Record<Measure, Float64Array>
  return { source: sources.size === 2 ? 'mixed' : ([...sources][0] ?? null), values }
}

const asReported = (
  points: PointColumns,
  from: number,
  to: number,
  measure: Measure,
): Float64Array => {
  const values = new Float64Array(to - from).fill(NaN)
  let last = -1
  for (let i = from; i < to; i++) {
    if (!Number.isNaN(points[measure][i]!)) last = i
    if (last >= 0 && points.tMs[i]! - points.tMs[last]! <= REPORT_VALID_MS)
      values[i - from] = points[measure][last]!
  }
  return values
}

const asObserved = (
  points: PointColumns,
  from: number,
  to: number,
  sorted: readonly WeatherObservation[],
  measure: Measure,
): Float64Array => {
  const values = new Float64Array(to - from).fill(NaN)
  let at = -1
  for (let i = from; i < to; i++) {
    while (at + 1 < sorted.length && sorted[at + 1]!.tMs <= points.tMs[i]!) at++
    const observation = sorted[at]
    if (observation && points.tMs[i]! - observation.tMs < OBSERVATION_VALID_MS)
      values[i - from] = observation[measure] ?? NaN
  }
  return values
}

/** Weather over the sprayed time, as shown with the work record: to 0.01. */
export type FlightWeather = Weather & {
  readonly source: WeatherSource | null
  readonly mostWindMs: number | null
  readonly deltaTC: number | null
}

export const NO_FLIGHT_WEATHER: FlightWeather = {
  source: null,
  windMs: null,
  mostWindMs: null,
  windFromDeg: null,
  temperatureC: null,
  humidityPercent: null,
  rainMmH: null,
  deltaTC: null,
}

/** Means over the time sprayed in rows [from, to); of the wind's direction, as the air moved. */
export const computeFlightWeather = (
  points: PointColumns,
  from: number,
  to: number,
  { source, values }: WeatherAlong,
): FlightWeather => {
  if (source === null) return NO_FLIGHT_WEATHER
  const mean = (value: (row: number) => number): number | null => {
    let sum = 0
    let seconds = 0
    for (let i = from + 1; i < to; i++) {
      const one = value(i - from)
      if (Number.isNaN(one) || !pumps(points, i)) continue
      const stepS = (points.tMs[i]! - points.tMs[i - 1]!) / 1000
      sum += one * stepS
      seconds += stepS
    }
    return seconds > 0 ? sum / seconds : null
  }
  let mostWindMs = NaN
  for (let i = from; i < to; i++)
    if (pumps(points, i) && !(values.windMs[i - from]! <= mostWindMs))
      mostWindMs = values.windMs[i - from]!
  const angle = (row: number): number => (values.windFromDeg[row]! * Math.PI) / 180
  const east = mean((row) => Math.sin(angle(row)))
  const north = mean((row) => Math.cos(angle(row)))
  const temperatureC = mean((row) => values.temperatureC[row]!)
  const humidityPercent = mean((row) => values.humidityPercent[row]!)
  return {
    source,
    windMs: toHundredths(mean((row) => values.windMs[row]!)),
    mostWindMs: Number.isNaN(mostWindMs) ? null : toHundredths(mostWindMs),
    windFromDeg:
      east === null || north === null
        ? null
        : toHundredths(((Math.atan2(east, north) * 180) / Math.PI + 360) % 360),
    temperatureC: toHundredths(temperatureC),
    humidityPercent: toHundredths(humidityPercent),
    rainMmH: toHundredths(mean((row) => values.rainMmH[row]!)),
    deltaTC: toHundredths(deltaTC(temperatureC, humidityPercent)),
  }
}

const toHundredths = <T extends number | null>(value: T): T =>
  (value === null ? null : Math.round(value * 100) / 100) as T
