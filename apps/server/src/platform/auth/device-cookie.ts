// A cookie for browsers from which a person has signed in before (OWASP: device cookies). In such a
// browser other people's failures do not count against the person. It grants nothing: the password
// is still required.
import { createHash, randomBytes } from 'node:crypto'
import type { RequestContext } from '../http/context.ts'

export const deviceCookie = {
  name: 'swath_device',
  path: '/api',
  maxAgeS: 400 * 24 * 3600, // browsers keep no cookie longer
} as const

/** The origin of an attempt: an address, and the browser if it sends a device cookie. */
export type Place = { ip: string; device: string | null }

export const readPlace = ({ ip, cookies }: Pick<RequestContext, 'ip' | 'cookies'>): Place => {
  const shown = cookies[deviceCookie.name]
  return { ip, device: shown !== undefined && /^[\w-]{43}$/.test(shown) ? shown : null }
}

/** Issues a browser's cookie after a sign-in, or renews it for another year. */
export const keepDevice = (
  { setCookie }: Pick<RequestContext, 'setCookie'>,
  device: string,
): void => setCookie(deviceCookie.name, device, deviceCookie)

export const newDevice = (): string => randomBytes(32).toString('base64url')

/** Key of a browser in the table of counters. */
export const deviceKey = (device: string): string =>
  createHash('sha256').update(device).digest('base64url')
