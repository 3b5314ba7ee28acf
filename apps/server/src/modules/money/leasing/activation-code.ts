// Twelve characters that make an account a client, once. Sixty bits: the limit on tries stops
// guessing long before.
import { createHash, randomBytes } from 'node:crypto'

/** Without I, L, O and U, which are misread as others or form words (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12
export const codeLifeDays = 7

export const makeActivationCode = (): string =>
  [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')

/** As people read it out: ABCD-EFGH-JKMN. */
export const groupCode = (code: string): string => code.match(/.{4}/g)!.join('-')

/** Only the hash is stored, so that a leaked table reveals no code. */
export const hashActivationCode = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('O', '0').replaceAll(/[IL]/g, '1')).digest()
