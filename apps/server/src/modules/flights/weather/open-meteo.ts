// Open-Meteo (https://open-meteo.com/en/docs), or a service with the same API: its forecast call
// also returns the last three months.
import { z } from 'zod'
import type { WeatherHour, WeatherProvider } from './weather-provider.ts'

const timeoutMs = 8_000
/** 48 hours are 4 KiB. */
const bytesAtMost = 262_144
const hourMs = 3_600_000

const figures = z.array(z.number().nullable())
const answer = z.object({
  hourly: z.object({
    time: z.array(z.number()),
    temperature_2m: figures,
    relative_humidity_2m: figures,
    precipitation: figures,
    wind_speed_10m: figures,
    wind_direction_10m: figures,
  }),
})
type Hourly = z.infer<typeof answer>['hourly']

const toAddress = (
  url: string,
  [lng, lat]: readonly [number, number],
  fromHourMs: number,
  lastHourMs: number,
): URL => {
  const address = new URL(url)
  const hour = (ms: number): string => new Date(ms).toISOString().slice(0, 16)
  const asked = {
    latitude: lat.toFixed(2),
    longitude: lng.toFixed(2),
    hourly: 'temperature_2m,relative_humidity_2m,precipitation,wind_speed_10m,wind_direction_10m',
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    timezone: 'GMT',
    start_hour: hour(fromHourMs),
    end_hour: hour(lastHourMs + hourMs),
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address
}

const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > bytesAtMost) throw new Error('The weather service answers too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * Values are instantaneous, rain is the sum of the preceding hour. An hour gets the mean of the
 * values at its start and end, and the rain reported at its end.
 */
const toHours = (hourly: Hourly): WeatherHour[] => {
  const mean = (values: readonly (number | null)[], i: number): number | null => {
    const [begin, end] = [values[i] ?? null, values[i + 1] ?? null]
    return begin === null || end === null ? (begin ?? end) : (begin + end) / 2
  }
  return hourly.time
    .slice(0, -1)
    .map((second, i) => ({
      hourMs: second * 1000,
      windMs: mean(hourly.wind_speed_10m, i),
      windFromDeg: hourly.wind_direction_10m[i] ?? null,
      temperatureC: mean(hourly.temperature_2m, i),
      humidityPercent: mean(hourly.relative_humidity_2m, i),
      rainMmH: hourly.precipitation[i + 1] ?? null,
    }))
}

export const createOpenMeteo = (url: string): WeatherProvider => ({
  name: 'Open-Meteo',
  readHours: async (place, fromHourMs, lastHourMs, signal) => {
    const response = await fetch(toAddress(url, place, fromHourMs, lastHourMs), {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headers: { accept: 'application/json' },
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`The weather service answers ${response.status}`)
    }
    const { hourly } = answer.parse(JSON.parse(await readText(response)))
    return toHours(hourly).filter(
      (one) =>
        one.hourMs >= fromHourMs &&
        one.hourMs <= lastHourMs &&
        (one.windMs !== null || one.temperatureC !== null),
    )
  },
})
