import { Random } from './random.ts'

/** The air that a drone flies through. */
export type Air = {
  readonly windMs: number
  readonly windFromDeg: number
  readonly temperatureC: number
  readonly humidityPercent: number
  readonly rainMmH: number
}

const DAY_MS = 86_400_000
/** Solar time. */
const WARMEST_HOUR = 14.5

/** Weather of a day on which people spray: the same for all flights nearby on that day. */
export function airAt(tMs: number, [lng, lat]: readonly [number, number]): Air {
  const sunMs = tMs + (lng / 360) * DAY_MS
  const random = new Random(
    `air/${Math.floor(sunMs / DAY_MS)}/${Math.round(lng)}/${Math.round(lat)}`,
  )
  const meanC = random.between(16, 25)
  const hour = (sunMs % DAY_MS) / 3_600_000
  const warmth = Math.cos(((hour - WARMEST_HOUR) / 24) * 2 * Math.PI)
  return {
    windMs: random.between(0.8, 2.6) + Math.max(0, warmth) * random.between(0.5, 1.6),
    windFromDeg: random.between(0, 360),
    temperatureC: meanC + 5 * warmth,
    humidityPercent: random.between(60, 72) - 18 * warmth,
    rainMmH: 0,
  }
}

/** The air as a station on the drone measures it. */
export const measureAir = (
  air: Air,
  random: Random,
): { wind: number; windFrom: number; temperature: number; humidity: number; rain: number } => ({
  wind: rounded(Math.max(0, air.windMs * (1 + 0.06 * clamped(random.normal())))),
  windFrom: Math.round(air.windFromDeg + 6 * clamped(random.normal()) + 360) % 360,
  temperature: rounded(air.temperatureC + 0.1 * clamped(random.normal())),
  humidity: rounded(
    Math.min(100, Math.max(0, air.humidityPercent + 0.4 * clamped(random.normal()))),
  ),
  rain: air.rainMmH,
})

const clamped = (value: number): number => Math.min(3, Math.max(-3, value))
const rounded = (value: number): number => Math.round(value * 10) / 10
