import type { LngLat } from './lng-lat.ts'

/**
 * South-west corner of a square of a tenth of a degree, in tenths: some 11 km, the resolution of
 * weather services.
 */
export type WeatherCell = { readonly lat: number; readonly lng: number }

export const toWeatherCell = ([lng, lat]: LngLat): WeatherCell => ({
  lat: Math.floor(lat * 10),
  lng: Math.floor(lng * 10),
})

export const middleOfCell = ({ lat, lng }: WeatherCell): LngLat => [
  (lng + 0.5) / 10,
  (lat + 0.5) / 10,
]

const HOUR_MS = 3_600_000

/** Beginnings of the hours that a time touches. */
export const hoursTouched = (startMs: number, endMs: number): number[] => {
  const hours: number[] = []
  for (let ms = Math.floor(startMs / HOUR_MS) * HOUR_MS; ms <= endMs; ms += HOUR_MS) hours.push(ms)
  return hours
}
