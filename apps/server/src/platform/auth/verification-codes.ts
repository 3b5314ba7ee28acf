// Six digits that prove a phone or an e-mail address. A code is valid once, for ten minutes, for
// one recipient, one purpose and the host of its request. The throttle counts the tries across
// codes; here each code allows five tries.
import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import type { Services } from '../services.ts'
import {
  deleteCode,
  deleteLapsedCodes,
  giveTryBack,
  putCode,
  takeTry,
} from './verification-codes.queries.ts'

/** Numbers of the API: sign-in, registration, password reset, signature. */
export type Purpose = 1 | 2 | 3 | 4
/**
 * What a code is valid for. `recipient` is a login name: +86-13800000001 or an address in lower
 * case.
 */
export type CodeFor = { recipient: string; purpose: Purpose; host: string }

export const codeLifeS = 10 * 60
const triesACode = 5

export type VerificationCodes = {
  /**
   * Creates a code, which replaces an older one. With `sent: false` it does the same with a code
   * that cannot be entered, so that a recipient to whom nothing is sent takes the same time and
   * cannot be distinguished.
   */
  issue: (forWhat: CodeFor, options: { sent: boolean }) => Promise<string>
  /** Counts a try. `none`: there is no code. A right code remains valid until it is used. */
  try: (forWhat: CodeFor, code: string) => Promise<'right' | 'wrong' | 'none'>
  /**
   * Uses the code, in the transaction that it permits, which must be rolled back on false: of
   * several requests with the same code, one succeeds.
   */
  use: (tx: Tx, forWhat: CodeFor, code: string) => Promise<boolean>
}

export const createVerificationCodes = ({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): VerificationCodes => {
  // Without the master key anyone who reads the table can recover codes from the hashes; with it
  // they need the key as well.
  const key = new Uint8Array(
    hkdfSync('sha256', config.masterKey ?? '', '', 'swath verification codes', 32),
  )
  const hashParts = (...parts: (string | Buffer)[]): Buffer =>
    parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', key)).digest()
  const isRight = (stored: { salt: Buffer; codeHash: Buffer }, code: string): boolean =>
    timingSafeEqual(stored.codeHash, hashParts('code ', stored.salt, code))
  const toCodeKey = ({ recipient, purpose, host }: CodeFor) => ({
    recipientHash: hashParts('recipient ', recipient),
    purpose,
    host,
  })
  let sweptMs = 0

  return {
    issue: async (forWhat, { sent }) => {
      const nowMs = clock.now()
      if (nowMs - sweptMs > 60_000) {
        sweptMs = nowMs
        await deleteLapsedCodes(db, new Date(nowMs))
      }
      const code = config.fixedCode ?? String(randomInt(1_000_000)).padStart(6, '0')
      const salt = randomBytes(16)
      const codeHash = hashParts('code ', salt, code)
      await putCode(db, {
        ...toCodeKey(forWhat),
        salt,
        codeHash: sent ? codeHash : randomBytes(32),
        triesLeft: triesACode,
        expiresAt: new Date(nowMs + codeLifeS * 1000),
      })
      return code
    },
    try: async (forWhat, code) => {
      const of = toCodeKey(forWhat)
      const tried = await takeTry(db, of, new Date(clock.now()))
      if (!tried) return 'none'
      if (!isRight(tried, code)) return 'wrong'
      await giveTryBack(db, of, tried.codeHash)
      return 'right'
    },
    use: async (tx, forWhat, code) => {
      const stored = await deleteCode(tx, toCodeKey(forWhat), new Date(clock.now()))
      return stored !== undefined && isRight(stored, code)
    },
  }
}
