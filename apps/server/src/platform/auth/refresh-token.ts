// Exchanges a refresh token for its successors, or ends the session if a token is reused, both for
// the thief and for the owner.
import { recordAudit, signInLog } from '../audit/audit.ts'
import type { Clock } from '../clock/clock.ts'
import type { Tx } from '../database/database.ts'
import { findPersonById } from './people.queries.ts'
import { computeIdleUntil, issueTokens } from './session-tokens.ts'
import {
  deleteSession,
  findSpentRefresh,
  lockSession,
  lockSessionByRefresh,
  rotateSession,
} from './sessions.queries.ts'
import { seal, tokenHash, unseal, type Issued } from './tokens.ts'

/**
 * Within this time a spent refresh token still returns its successor, for two tabs or a lost
 * response.
 */
const graceMs = 30_000

export type Where = { host: string; ip: string; userAgent: string }
type SessionRow = NonNullable<Awaited<ReturnType<typeof lockSessionByRefresh>>>

const isAlive = (
  { idle_until, absolute_until, host }: SessionRow,
  where: Where,
  nowMs: number,
): boolean =>
  host === where.host && Math.min(idle_until.getTime(), absolute_until.getTime()) > nowMs

const rotate = async (
  t: Tx,
  session: SessionRow,
  refreshToken: string,
  { ip, userAgent }: Where,
  nowMs: number,
): Promise<Issued> => {
  const issued = issueTokens(nowMs)
  await rotateSession(
    t,
    session.id,
    {
      access_hash: tokenHash(issued.jToken),
      access_until: new Date(issued.accessUntilMs),
      refresh_hash: tokenHash(issued.refreshToken),
      idle_until: computeIdleUntil(session.remember, session.absolute_until.getTime(), nowMs),
      ip,
      user_agent: userAgent,
      last_used_at: new Date(nowMs),
    },
    {
      hash: session.refresh_hash,
      at: new Date(nowMs),
      successorSealed: seal(issued, refreshToken),
    },
  )
  return issued
}

/**
 * The successor of a recently spent token, or the successor's successor if that was spent as well.
 */
const findSuccessor = async (
  t: Tx,
  sealed: Buffer,
  refreshToken: string,
  nowMs: number,
): Promise<Issued | null> => {
  const issued = unseal(sealed, refreshToken)
  const spent = await findSpentRefresh(t, tokenHash(issued.refreshToken))
  if (!spent) return issued
  return nowMs - spent.spentAt.getTime() <= graceMs
    ? findSuccessor(t, spent.successorSealed, issued.refreshToken, nowMs)
    : null
}

/** The next tokens, or the session that must end because of this token. */
export const takeRefreshToken = async (
  t: Tx,
  clock: Clock,
  refreshToken: string,
  where: Where,
): Promise<{ session: SessionRow; issued: Issued } | { reused: SessionRow } | null> => {
  const hash = tokenHash(refreshToken)
  const current = await lockSessionByRefresh(t, hash)
  if (current) {
    const nowMs = clock.now()
    return isAlive(current, where, nowMs)
      ? { session: current, issued: await rotate(t, current, refreshToken, where, nowMs) }
      : null
  }
  const spent = await findSpentRefresh(t, hash)
  const session = spent && (await lockSession(t, spent.sessionId))
  if (!session) return null
  const nowMs = clock.now()
  if (nowMs - spent.spentAt.getTime() > graceMs) return { reused: session }
  const issued = isAlive(session, where, nowMs)
    ? await findSuccessor(t, spent.successorSealed, refreshToken, nowMs)
    : null
  return issued && { session, issued }
}

export const endReusedSession = async (
  t: Tx,
  clock: Clock,
  session: SessionRow,
  { ip, userAgent }: Where,
): Promise<void> => {
  await deleteSession(t, session.id)
  const person = await findPersonById(t, session.user_id)
  if (!person) return
  await recordAudit(t, {
    accountId: person.accountId,
    atMs: clock.now(),
    logType: signInLog,
    user: { id: person.userId, name: person.userName },
    ip,
    action: 'session.token-reused',
    object: { type: 'session', id: session.id },
    details: { userAgent, sessionIp: session.ip },
  })
}
