// Credentials that a machine is born with: they follow from its maker's secret key and its own
// serial number, so that the maker can write them in the factory without asking anyone.
import { createHmac } from 'node:crypto'

/** What a sealed secret key is bound to. */
export const secretKeyPurpose = (vid: number): string => `secret-key/${vid}`

/** k, vendor number, a point, HMAC-SHA-256 of the serial number in base64url. */
export const factoryPassword = (vid: number, key: Uint8Array, droneId: string): string =>
  `k${vid}.${createHmac('sha256', key).update(droneId).digest('base64url')}`
