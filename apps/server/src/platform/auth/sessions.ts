// Sessions: opaque tokens, stored as hashes. An access token is valid for a quarter of an hour; the
// refresh token rotates at each use. Reuse of a spent refresh token ends the session for both the
// thief and the owner.
import type { HalfStage } from '@swath/contract/kit'
import type { Caller } from '@swath/domain/access/caller'
import { tx, type Tx } from '../database/database.ts'
import { uuidv7 } from '../database/uuid.ts'
import { fail } from '../errors/fail.ts'
import type { Services } from '../services.ts'
import { readCaller } from './caller.ts'
import {
  createKeptSessions,
  type AuthenticatedSession,
  type KeptSessions,
} from './kept-sessions.ts'
import { findPersonById, markSignedIn, type Person } from './people.queries.ts'
import { findHalfStage, type Factor, type SignInMethod } from './session-stage.ts'
import { endReusedSession, takeRefreshToken, type Where } from './refresh-token.ts'
import {
  absoluteMs,
  computeEnds,
  issueTokens,
  toSignedInTokens,
  type SignedInTokens,
} from './session-tokens.ts'
import {
  deleteLapsedSessions,
  deleteSession,
  findSessionByAccess,
  insertSession,
  lockSession,
  touchSession,
  updateSession,
} from './sessions.queries.ts'
import { maySignInOn, type Themes } from './themes.ts'
import { tokenHash } from './tokens.ts'

/** The time of last use is accurate to the minute. */
const touchedMs = 60_000

export type Refreshed = { tokens: SignedInTokens; person: Person; caller: Caller }

/** `factor`: given at the provider. `providerId`: the identity provider. */
export type How = {
  method: SignInMethod
  half: boolean
  factor?: 'provider' | null
  providerId?: string
}

/** What a session knows of its sign-in. */
export type KnownSession = { method: SignInMethod | null; factor: Factor | null; remember: boolean }

export type Sessions = {
  /** A complete session; null for half ones too. */
  authenticate: (token: string, host: string) => Promise<AuthenticatedSession | null>
  /** Also half sessions, for the routes that admit them. */
  resolve: (token: string, host: string) => Promise<AuthenticatedSession | null>
  /**
   * Creates a session in the transaction of its sign-in. A half session lasts as long as its access
   * token; its refresh token must not be sent.
   */
  open: (
    tx: Tx,
    userId: string,
    where: Where,
    remember: boolean,
    how?: How,
  ) => Promise<SignedInTokens>
  /**
   * Gives a half session new tokens after a step, in the transaction of that step. `person`: as they
   * are after it; `factor`: proved by it. @returns what the session still needs; null: it is complete
   */
  advance: (
    tx: Tx,
    sessionId: string,
    person: Person,
    factor?: Factor,
  ) => Promise<{ tokens: SignedInTokens; half: HalfStage | null; session: KnownSession }>
  refresh: (refreshToken: string, where: Where) => Promise<Refreshed | null>
  end: (sessionId: string) => Promise<void>
}

type Parts = Pick<Services, 'db' | 'clock' | 'events'>

export const createSessions = (services: Parts, themes: Pick<Themes, 'of'>): Sessions => {
  const resolve = resolveWith(services, createKeptSessions(services))
  return {
    authenticate: async (token, host) => {
      const session = await resolve(token, host)
      return session?.half === null ? session : null
    },
    resolve,
    open: openWith(services),
    advance: advanceWith(services),
    refresh: refreshWith(services, themes),
    end: async (sessionId) => {
      const userId = await deleteSession(services.db, sessionId)
      if (userId) services.events.emit('accessChanged', { userIds: [userId] })
    },
  }
}

const resolveWith =
  ({ db, clock }: Parts, kept: KeptSessions): Sessions['resolve'] =>
  async (token, host) => {
    const hash = tokenHash(token)
    const key = hash.toString('base64')
    const known = kept.find(key)
    if (known) {
      const { caller, sessionId, half } = known
      return known.host === host ? { caller, sessionId, half } : null
    }
    const keep = kept.prepare()
    const session = await findSessionByAccess(db, hash)
    if (!session || session.host !== host || session.accessUntil.getTime() <= clock.now())
      return null
    const person = await findPersonById(db, session.userId)
    if (!person?.enabled) return null
    const found = {
      caller: await readCaller(db, person),
      sessionId: session.id,
      half: findHalfStage(session, person),
    }
    const touchBefore = new Date(clock.now() - touchedMs)
    if (session.lastUsedAt < touchBefore)
      await touchSession(db, session.id, new Date(clock.now()), touchBefore)
    keep(key, found, host, session.accessUntil.getTime())
    return found
  }

const openWith =
  ({ clock }: Parts): Sessions['open'] =>
  async (
    t,
    userId,
    { host, ip, userAgent },
    remember,
    { method, half, factor = null, providerId } = { method: 'password', half: false },
  ) => {
    const nowMs = clock.now()
    const issued = issueTokens(nowMs)
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
      ...computeEnds(remember, half ? issued.accessUntilMs : nowMs + absoluteMs, nowMs),
      method,
      factor,
      provider_id: providerId ?? null,
      created_at: new Date(nowMs),
      last_used_at: new Date(nowMs),
    })
    if (!half) await markSignedIn(t, userId, new Date(nowMs))
    return toSignedInTokens(issued, clock.now())
  }

const advanceWith =
  ({ clock }: Parts): Sessions['advance'] =>
  async (t, sessionId, person, proved) => {
    const nowMs = clock.now()
    const session = (await lockSession(t, sessionId)) ?? fail('unauthenticated')
    const { method, remember } = session
    const factor = proved ?? session.factor
    const half = findHalfStage({ method, factor }, person)
    const issued = issueTokens(nowMs)
    await updateSession(t, sessionId, {
      factor,
      access_hash: tokenHash(issued.jToken),
      access_until: new Date(issued.accessUntilMs),
      refresh_hash: tokenHash(issued.refreshToken),
      ...computeEnds(remember, half ? issued.accessUntilMs : nowMs + absoluteMs, nowMs),
      last_used_at: new Date(nowMs),
    })
    if (!half) await markSignedIn(t, session.user_id, new Date(nowMs))
    return {
      tokens: toSignedInTokens(issued, clock.now()),
      half,
      session: { method, factor, remember },
    }
  }

const refreshWith =
  ({ db, clock, events }: Parts, themes: Pick<Themes, 'of'>): Sessions['refresh'] =>
  async (refreshToken, where) => {
    const theme = await themes.of(where.host)
    const ended: string[] = []
    const refreshed = await tx(db, async (t): Promise<Refreshed | null> => {
      const found = await takeRefreshToken(t, clock, refreshToken, where)
      if (!found) return null
      if ('reused' in found) {
        await endReusedSession(t, clock, found.reused, where)
        ended.push(found.reused.user_id)
        return null
      }
      const person = await findPersonById(t, found.session.user_id)
      if (
        !person?.enabled ||
        !maySignInOn(theme, person) ||
        findHalfStage(found.session, person) !== null
      ) {
        await deleteSession(t, found.session.id)
        ended.push(found.session.user_id)
        return null
      }
      return {
        tokens: toSignedInTokens(found.issued, clock.now()),
        person,
        caller: await readCaller(t, person),
      }
    })
    if (ended.length > 0) events.emit('accessChanged', { userIds: ended })
    return refreshed
  }
