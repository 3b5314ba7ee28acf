// What a browser shows to be the one from which somebody has signed in before, as OWASP describes
// device cookies. Nobody else's failures count against a person in such a browser. It opens nothing:
// the password is asked for all the same.
import { createHash, randomBytes } from 'node:crypto'
import type { RequestContext } from '../http/context.ts'

export const deviceCookie = {
  name: 'swath_device',
  path: '/api',
  maxAgeS: 400 * 24 * 3600, // browsers keep no cookie longer
} as const

/** From where somebody tries: an address, and the browser where it shows one of our cookies. */
export type Place = { ip: string; device: string | null }

export const readPlace = ({ ip, cookies }: Pick<RequestContext, 'ip' | 'cookies'>): Place => {
  const shown = cookies[deviceCookie.name]
  return { ip, device: shown !== undefined && /^[\w-]{43}$/.test(shown) ? shown : null }
}

/** A browser is known after a sign-in; its cookie begins there, or is kept for another year. */
export const keepDevice = (
  { setCookie }: Pick<RequestContext, 'setCookie'>,
  device: string,
): void => setCookie(deviceCookie.name, device, deviceCookie)

export const newDevice = (): string => randomBytes(32).toString('base64url')

/** What the table of counters holds of a browser. */
export const deviceKey = (device: string): string =>
  createHash('sha256').update(device).digest('base64url')
