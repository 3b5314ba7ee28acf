// Who is signed in: opaque tokens, kept as hashes. The access token lives a quarter of an hour; the
// refresh token rotates at each use, and whoever comes with one that was spent ends the session for
// both the thief and the owner.
import type { Caller } from '@swath/domain/access/caller'
import { recordAudit, signInLog } from '../audit/audit.ts'
import { tx, type Tx } from '../database/database.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { Services } from '../services.ts'
import { readCaller } from './caller.ts'
import { findPersonById, markSignedIn, type Person } from './people.queries.ts'
import {
  deleteLapsedSessions,
  deleteSession,
  findSessionByAccess,
  findSpentRefresh,
  insertSession,
  lockSession,
  lockSessionByRefresh,
  rotateSession,
  touchSession,
} from './sessions.queries.ts'
import { maySignInOn, type Themes } from './themes.ts'
import { newToken, seal, tokenHash, unseal, type Issued } from './tokens.ts'

const accessMs = 15 * 60_000
const idleMs = { day: 24 * 3_600_000, week: 7 * 24 * 3_600_000 } as const
const absoluteMs = 30 * 24 * 3_600_000
/**
 * A spent refresh token still answers with its successor: two tabs, or an answer that got lost on
 * the way.
 */
const graceMs = 30_000
/**
 * How long another process may not know of an ended session; in this one `accessChanged` tells at
 * once.
 */
const keptForMs = 5_000
/** When a session was last used is known to the minute. */
const touchedMs = 60_000
const keptAtMost = 10_000

export type Where = { host: string; ip: string; userAgent: string }
export type SignedInTokens = Pick<Issued, 'jToken' | 'refreshToken'> & { expiresInS: number }
export type Refreshed = { tokens: SignedInTokens; person: Person; caller: Caller }

export type Sessions = {
  authenticate: (
    token: string,
    host: string,
  ) => Promise<{ caller: Caller; sessionId: string } | null>
  /** A new session, in the transaction of its sign-in. */
  open: (tx: Tx, userId: string, where: Where, remember: boolean) => Promise<SignedInTokens>
  refresh: (refreshToken: string, where: Where) => Promise<Refreshed | null>
  end: (sessionId: string) => Promise<void>
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof lockSessionByRefresh>>>

export const createSessions = (
  services: Pick<Services, 'db' | 'clock' | 'events'>,
  themes: Pick<Themes, 'of'>,
): Sessions => {
  const { db, clock, events } = services
  const kept = new Map<
    string,
    { caller: Caller; sessionId: string; host: string; untilMs: number }
  >()
  /** Counts the changes of access, so that what was read before one is not kept after it. */
  let changes = 0
  events.on('accessChanged', ({ userIds }) => {
    changes++
    for (const [key, { caller }] of kept) if (userIds.includes(caller.userId)) kept.delete(key)
  })

  const issue = (): Issued => ({
    jToken: newToken('sw_'),
    refreshToken: newToken('sr_'),
    accessUntilMs: clock.now() + accessMs,
  })
  const toSignedInTokens = ({ jToken, refreshToken, accessUntilMs }: Issued): SignedInTokens => ({
    jToken,
    refreshToken,
    expiresInS: Math.max(0, Math.floor((accessUntilMs - clock.now()) / 1000)),
  })
  const idleUntil = (remember: boolean, absoluteUntilMs: number): Date =>
    new Date(Math.min(clock.now() + (remember ? idleMs.week : idleMs.day), absoluteUntilMs))

  const authenticate: Sessions['authenticate'] = async (token, host) => {
    const hash = tokenHash(token)
    const key = hash.toString('base64')
    const known = kept.get(key)
    if (known && known.untilMs > clock.now())
      return known.host === host ? { caller: known.caller, sessionId: known.sessionId } : null
    const before = changes
    const session = await findSessionByAccess(db, hash)
    if (!session || session.host !== host || session.accessUntil.getTime() <= clock.now())
      return null
    const person = await findPersonById(db, session.userId)
    if (!person?.enabled) return null
    const found = { caller: await readCaller(db, person), sessionId: session.id }
    const touchBefore = new Date(clock.now() - touchedMs)
    if (session.lastUsedAt < touchBefore)
      await touchSession(db, session.id, new Date(clock.now()), touchBefore)
    if (changes === before) {
      if (kept.size >= keptAtMost) kept.clear()
      kept.set(key, {
        ...found,
        host,
        untilMs: Math.min(clock.now() + keptForMs, session.accessUntil.getTime()),
      })
    }
    return found
  }

  const open: Sessions['open'] = async (t, userId, { host, ip, userAgent }, remember) => {
    const nowMs = clock.now()
    const issued = issue()
    const id = uuidv7(nowMs)
    await deleteLapsedSessions(t, new Date(nowMs))
    await insertSession(t, {
      id,
      family: id,
      user_id: userId,
      host,
      ip,
      user_agent: userAgent,
      remember,
      access_hash: tokenHash(issued.jToken),
      access_until: new Date(issued.accessUntilMs),
      refresh_hash: tokenHash(issued.refreshToken),
      idle_until: idleUntil(remember, nowMs + absoluteMs),
      absolute_until: new Date(nowMs + absoluteMs),
      created_at: new Date(nowMs),
      last_used_at: new Date(nowMs),
    })
    await markSignedIn(t, userId, new Date(nowMs))
    return toSignedInTokens(issued)
  }

  const rotate = async (
    t: Tx,
    session: SessionRow,
    refreshToken: string,
    { ip, userAgent }: Where,
  ): Promise<Issued> => {
    const issued = issue()
    await rotateSession(
      t,
      session.id,
      {
        access_hash: tokenHash(issued.jToken),
        access_until: new Date(issued.accessUntilMs),
        refresh_hash: tokenHash(issued.refreshToken),
        idle_until: idleUntil(session.remember, session.absolute_until.getTime()),
        ip,
        user_agent: userAgent,
        last_used_at: new Date(clock.now()),
      },
      {
        hash: session.refresh_hash,
        at: new Date(clock.now()),
        successorSealed: seal(issued, refreshToken),
      },
    )
    return issued
  }

  const alive = ({ idle_until, absolute_until, host }: SessionRow, where: Where): boolean =>
    host === where.host && Math.min(idle_until.getTime(), absolute_until.getTime()) > clock.now()

  /**
   * What a token that was spent a moment ago leads to: its successor, or that one's where it was
   * spent as well.
   */
  const findSuccessor = async (
    t: Tx,
    sealed: Buffer,
    refreshToken: string,
  ): Promise<Issued | null> => {
    const issued = unseal(sealed, refreshToken)
    const spent = await findSpentRefresh(t, tokenHash(issued.refreshToken))
    if (!spent) return issued
    return clock.now() - spent.spentAt.getTime() <= graceMs
      ? findSuccessor(t, spent.successorSealed, issued.refreshToken)
      : null
  }

  /** The tokens that come next after this one, or the session that it condemns. */
  const next = async (
    t: Tx,
    refreshToken: string,
    where: Where,
  ): Promise<{ session: SessionRow; issued: Issued } | { reused: SessionRow } | null> => {
    const hash = tokenHash(refreshToken)
    const current = await lockSessionByRefresh(t, hash)
    if (current)
      return alive(current, where)
        ? { session: current, issued: await rotate(t, current, refreshToken, where) }
        : null
    const spent = await findSpentRefresh(t, hash)
    const session = spent && (await lockSession(t, spent.sessionId))
    if (!session) return null
    if (clock.now() - spent.spentAt.getTime() > graceMs) return { reused: session }
    const issued = alive(session, where)
      ? await findSuccessor(t, spent.successorSealed, refreshToken)
      : null
    return issued && { session, issued }
  }

  const endReused = async (t: Tx, session: SessionRow, { ip, userAgent }: Where): Promise<void> => {
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

  const refresh: Sessions['refresh'] = async (refreshToken, where) => {
    const theme = await themes.of(where.host)
    const ended: string[] = []
    const refreshed = await tx(db, async (t): Promise<Refreshed | null> => {
      const found = await next(t, refreshToken, where)
      if (!found) return null
      if ('reused' in found) {
        await endReused(t, found.reused, where)
        ended.push(found.reused.user_id)
        return null
      }
      const person = await findPersonById(t, found.session.user_id)
      if (!person?.enabled || !maySignInOn(theme, person)) {
        await deleteSession(t, found.session.id)
        ended.push(found.session.user_id)
        return null
      }
      return { tokens: toSignedInTokens(found.issued), person, caller: await readCaller(t, person) }
    })
    if (ended.length > 0) events.emit('accessChanged', { userIds: ended })
    return refreshed
  }

  const end: Sessions['end'] = async (sessionId) => {
    const userId = await deleteSession(db, sessionId)
    if (userId) events.emit('accessChanged', { userIds: [userId] })
  }

  return { authenticate, open, refresh, end }
}
