// Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, which every app supports.
import { Secret, TOTP } from 'otpauth'

const periodS = 30
/** A code is valid one step before and after its own, for clocks that differ. */
const stepsAround = 1

/** The secret is sealed for its row. */
export const totpPurpose = (id: string): string => `totp ${id}`

const toTotp = (secret: Uint8Array, named: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...named,
    algorithm: 'SHA1',
    digits: 6,
    period: periodS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** The secret as an app reads it: from a QR code, or typed. */
export const describeSecret = (secret: Uint8Array, issuer: string, label: string) => {
  const totp = toTotp(secret, { issuer, label })
  return { secret: totp.secret.base32, address: totp.toString() }
}

/** The time step of a code near this time; null: the code is wrong. Compares in constant time. */
export const findStep = (secret: Uint8Array, code: string, nowMs: number): number | null => {
  const delta = toTotp(secret).validate({ token: code, timestamp: nowMs, window: stepsAround })
  return delta === null ? null : Math.floor(nowMs / 1000 / periodS) + delta
}
