import { randomBytes } from 'node:crypto'
import { hash, verify, type Algorithm } from '@node-rs/argon2'
import { fail } from '../errors/fail.ts'
import { createTurns } from '../turns.ts'

/**
 * Algorithm 2 is argon2id, with the first parameters that OWASP recommends: 19 MiB, two passes, one
 * lane. Takes 10 to 14 ms on the machine that was measured.
 */
const cost = {
  algorithm: 2 as Algorithm,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
} as const
const encodedCost = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Limit of the process: uses 76 MiB, and leaves threads for files. */
const atOnce = 4
/** Waiting takes less than a second; further callers get an error. */
const waitingAtMost = 64

const turns = createTurns({ atOnce, waitingAtMost, tooMany: () => fail('too_many_requests') })

export const hashPassword = (password: string): Promise<string> =>
  turns.take(() => hash(password, cost))

/**
 * Hash verified for a user who does not exist or has no password: takes the same time, and never
 * matches.
 */
let nobodys: Promise<string> | undefined

/** @throws too_many_requests if too many are waiting */
export const passwordIsRight = async (
  encoded: string | null,
  password: string,
): Promise<boolean> => {
  const against = encoded ?? (await (nobodys ??= hash(randomBytes(32).toString('base64url'), cost)))
  return (await turns.take(() => verify(against, password))) && encoded !== null
}

/** True if hashed with other parameters: replace the hash while the password is available. */
export const isOutdated = (encoded: string): boolean => !encoded.startsWith(encodedCost)
