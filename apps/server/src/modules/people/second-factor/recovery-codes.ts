// Codes for people who have lost their other factors. Each has 80 random bits, so that a plain hash
// is enough.
import { createHash, randomBytes } from 'node:crypto'

const count = 10
/** Crockford's base 32: without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

const newRecoveryCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

export const newRecoveryCodes = (): string[] => Array.from({ length: count }, newRecoveryCode)

/** Reads a typed code: any case, separators, and letters that look like digits. */
const normalize = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

export const hashRecoveryCode = (userId: string, typed: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${normalize(typed)}`)
    .digest()
