// A drone's password: 32 random bytes in base64url (43 characters). The server stores only its
// SHA-256: a secret with that much entropy needs no slow hash.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export const issueDeviceSecret = (): { secret: string; hash: Buffer } => {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashDeviceSecret(secret) }
}

/** SHA-256 of the issued text. */
export const hashDeviceSecret = (secret: string | Buffer): Buffer =>
  createHash('sha256').update(secret).digest()

export const isDeviceSecret = (secret: string | Buffer, hash: Buffer): boolean =>
  timingSafeEqual(hashDeviceSecret(secret), hash)
