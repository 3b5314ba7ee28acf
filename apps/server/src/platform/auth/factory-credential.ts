// Factory credentials of a machine, derived from its maker's secret key and its serial number, so
// that the maker can write them in the factory without a connection.
import { createHmac } from 'node:crypto'

/** The purpose to which a sealed secret key is bound. */
export const secretKeyPurpose = (vid: number): string => `secret-key/${vid}`

/** "k", the vendor number, a dot, and the HMAC-SHA-256 of the serial number in base64url. */
export const factoryPassword = (vid: number, key: Uint8Array, droneId: string): string =>
  `k${vid}.${createHmac('sha256', key).update(droneId).digest('base64url')}`
