// Tokens issued for a session, and their lifetimes.
import { newToken, type Issued } from './tokens.ts'

const accessMs = 15 * 60_000
const idleMs = { day: 24 * 3_600_000, week: 7 * 24 * 3_600_000 } as const
export const absoluteMs = 30 * 24 * 3_600_000

export type SignedInTokens = Pick<Issued, 'jToken' | 'refreshToken'> & { expiresInS: number }

export const issueTokens = (nowMs: number): Issued => ({
  jToken: newToken('sw_'),
  refreshToken: newToken('sr_'),
  accessUntilMs: nowMs + accessMs,
})

export const toSignedInTokens = (
  { jToken, refreshToken, accessUntilMs }: Issued,
  nowMs: number,
): SignedInTokens => ({
  jToken,
  refreshToken,
  expiresInS: Math.max(0, Math.floor((accessUntilMs - nowMs) / 1000)),
})

/** When a session ends: without use, and in any case. */
export const computeEnds = (remember: boolean, absoluteUntilMs: number, nowMs: number) => ({
  idle_until: computeIdleUntil(remember, absoluteUntilMs, nowMs),
  absolute_until: new Date(absoluteUntilMs),
})

export const computeIdleUntil = (remember: boolean, absoluteUntilMs: number, nowMs: number): Date =>
  new Date(Math.min(nowMs + (remember ? idleMs.week : idleMs.day), absoluteUntilMs))
