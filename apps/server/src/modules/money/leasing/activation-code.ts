// Twelve characters that make an account a client, valid once. They have 60 bits, so that the limit
// on attempts prevents guessing.
import { createHash, randomBytes } from 'node:crypto'

/**
 * Without I, L, O and U, which are misread as other characters or form words (Crockford's base 32).
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12
export const codeLifeDays = 7

export const makeActivationCode = (): string =>
  [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')

/** Grouped for reading: ABCD-EFGH-JKMN. */
export const groupCode = (code: string): string => code.match(/.{4}/g)!.join('-')

/** Only the hash is stored, so that a leaked table reveals no code. */
export const hashActivationCode = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('O', '0').replaceAll(/[IL]/g, '1')).digest()
