// Passwords that people type into base stations and remote controls: no letter looks like a digit,
// and none needs quoting. 20 of 31 characters are 99 bits, which need no slow hash.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 20

export const hashNtripSecret = (secret: string): Buffer =>
  createHash('sha256').update(secret).digest()

export const issueNtripSecret = (): { secret: string; hash: Buffer } => {
  const secret = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join('')
  return { secret, hash: hashNtripSecret(secret) }
}

export const isNtripSecret = (secret: string, hash: Buffer): boolean =>
  timingSafeEqual(hashNtripSecret(secret), hash)
