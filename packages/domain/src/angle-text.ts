// A place written in degrees, in degrees and minutes, or in degrees, minutes and seconds.
import type { LngLat } from './lng-lat.ts'

/** Degrees alone, degrees and minutes, or degrees, minutes and seconds. */
export type AngleStyle = 'degrees' | 'minutes' | 'seconds'

/** Decimals of the last figure for about 1 cm on the ground. */
const DIGITS: Readonly<Record<AngleStyle, number>> = { degrees: 7, minutes: 5, seconds: 3 }

/**
 * One angle with its letter: `30°16′26.760″N`. Rounded before it is split, so that it never
 * contains 60.
 */
export function writeAngle(deg: number, axis: 'lat' | 'lng', style: AngleStyle): string {
  const letter = axis === 'lat' ? (deg < 0 ? 'S' : 'N') : deg < 0 ? 'W' : 'E'
  const digits = DIGITS[style]
  if (style === 'degrees') return `${Math.abs(deg).toFixed(digits)}°${letter}`
  const inDegree = style === 'minutes' ? 60 : 3600
  const steps = Math.round(Math.abs(deg) * inDegree * 10 ** digits)
  const size = steps / 10 ** digits
  const whole = Math.floor(steps / (inDegree * 10 ** digits))
  const rest = size - whole * inDegree
  const pad = (value: number, decimals: number): string =>
    value.toFixed(decimals).padStart(decimals === 0 ? 2 : decimals + 3, '0')
  return style === 'minutes'
    ? `${whole}°${pad(rest, digits)}′${letter}`
    : `${whole}°${pad(Math.floor(rest / 60 + 1e-9), 0)}′${pad(Math.max(0, rest - Math.floor(rest / 60 + 1e-9) * 60), digits)}″${letter}`
}

export function writePlace([lng, lat]: LngLat, style: AngleStyle): string {
  return `${writeAngle(lat, 'lat', style)} ${writeAngle(lng, 'lng', style)}`
}
