// Common parts of every change of a person's own factors.
import type { FactorAdded } from '@swath/contract/people/second-factor'
import { signInLog } from '../../../platform/audit/audit.ts'
import { readCaller } from '../../../platform/auth/caller.ts'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import { findHalfStage, type Factor } from '../../../platform/auth/session-stage.ts'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import { updateSession } from '../../../platform/auth/sessions.queries.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import type { Changes } from '../../../platform/change/change.ts'
import type { Sealer } from '../../../platform/config/master-key.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { wordsIn } from '../../../platform/http/messages.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { reportSecurityChange } from '../auth/security-notice.ts'
import type { SignInLog } from '../auth/sign-in-log.ts'
import { signedIn } from '../auth/user-info.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { findOwnSession, lockPerson, replaceRecoveryCodes } from './second-factor.queries.ts'

export type FactorParts = { themes: Themes; sessions: Sessions; messages: Messages }
export type Deps = Services &
  FactorParts &
  SignInLog & { throttle: Throttle; changes: Changes; sealer: () => Promise<Sealer | null> }

/** The purpose under which tries of second factors are counted, next to those of codes. */
export const tryPurpose = 5
export const loginOf = ({ phone, email, userId }: Person): string => phone ?? email ?? userId

/** How long factors can be changed after the identity was confirmed. */
const confirmedForMs = 5 * 60_000
/** A sign-in that requires a set-up has just proved the identity. */
const setUpForMs = 15 * 60_000

/** Signed-in callers have a session. */
export const readSession = async (db: Db | Tx, { sessionId }: SignedInContext) =>
  (await findOwnSession(db, sessionId!)) ?? fail('unauthenticated')

/** Whether the person may change factors now. People without a password sign in again for it. */
export const isConfirmed = (
  session: Awaited<ReturnType<typeof readSession>>,
  person: Person,
  nowMs: number,
): boolean => {
  const { confirmedAt, createdAt } = session
  const bySignIn = session.method === 'oidc' && person.passwordHash === null
  const provedAt = confirmedAt ?? (bySignIn ? createdAt : null)
  return (
    (provedAt !== null && nowMs - provedAt.getTime() < confirmedForMs) ||
    (findHalfStage(session, person) === 'set-up' && nowMs - createdAt.getTime() < setUpForMs)
  )
}

/** The caller with their session, locked for a change of their factors. */
export const lockSelf = async (trx: Tx, context: SignedInContext, now: Date) => {
  await lockPerson(trx, context.caller.userId)
  const person = (await findPersonById(trx, context.caller.userId)) ?? fail('unauthenticated')
  const session = await readSession(trx, context)
  if (!isConfirmed(session, person, now.getTime())) fail('identity_unconfirmed')
  return { person, session }
}

/** Changes of which a person is notified, and their texts. */
const toldChanges = {
  totpAdded: 'server:value.totpAdded',
  totpRemoved: 'server:value.totpRemoved',
  passkeyAdded: 'server:value.passkeyAdded',
  passkeyRemoved: 'server:value.passkeyRemoved',
  recoveryCodesMade: 'server:value.recoveryCodesMade',
  recoveryCodeUsed: 'server:value.recoveryCodeUsed',
  factorResetAsked: 'server:value.factorResetAsked',
  factorsReset: 'server:value.factorsReset',
} as const
export type ReportedChange = keyof typeof toldChanges

export const reportFactorChange = async (
  { themes, messages }: Pick<Deps, 'themes' | 'messages'>,
  person: Person,
  context: Pick<SignedInContext, 'host' | 'language'>,
  change: ReportedChange,
): Promise<void> =>
  reportSecurityChange(messages, person, await themes.of(context.host), context, (language) => ({
    template: 'secondFactorChanged',
    values: { change: wordsIn(language)(toldChanges[change]) },
  }))

type Own<Answer> = {
  action: string
  reports: ReportedChange
  details?: Readonly<Record<string, unknown>>
  write?: () => Promise<unknown>
  answer: () => Promise<Answer>
}

/** A change of the caller's own factors: locked, confirmed and logged; the person is notified. */
export const changeOwnFactors = async <Answer>(
  deps: Deps,
  context: SignedInContext,
  work: (trx: Tx, self: Awaited<ReturnType<typeof lockSelf>>, now: Date) => Promise<Own<Answer>>,
): Promise<Answer> => {
  const { userId } = context.caller
  let reported: { person: Person; change: ReportedChange } | undefined
  const answer = await deps.changes.record(context, async (trx, now) => {
    const self = await lockSelf(trx, context, now)
    const { action, reports, details, ...rest } = await work(trx, self, now)
    reported = { person: self.person, change: reports }
    return {
      ...rest,
      action,
      logType: signInLog,
      object: { type: 'user', id: userId, name: context.caller.userName },
      details: { host: context.host, userAgent: context.userAgent, ...details },
      tell: (events) => events.emit('accessChanged', { userIds: [userId] }),
    }
  })
  if (reported) await reportFactorChange(deps, reported.person, context, reported.change)
  return answer
}

export const makeCodes = async (trx: Tx, userId: string, now: Date): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
    now,
  )
  return codes
}

/**
 * The answer to a new factor, which this session has proved. The first one comes with recovery
 * codes; a session that waited for it is complete.
 */
export const finishAdding = async (
  { sessions }: Deps,
  trx: Tx,
  context: SignedInContext,
  { person: before, session }: Awaited<ReturnType<typeof lockSelf>>,
  factor: Factor,
  now: Date,
): Promise<FactorAdded> => {
  const sessionId = context.sessionId!
  const recoveryCodes = before.hasFactor ? null : await makeCodes(trx, before.userId, now)
  if (findHalfStage(session, before) === null) {
    // The list of sessions shows the factor of the sign-in; the first one proves this session.
    if (!before.hasFactor) await updateSession(trx, sessionId, { factor })
    return { recoveryCodes, signedIn: null }
  }
  const person = (await findPersonById(trx, before.userId)) ?? fail('unauthenticated')
  const { tokens } = await sessions.advance(trx, sessionId, person, factor)
  return {
    recoveryCodes,
    signedIn: signedIn({ tokens, person, caller: await readCaller(trx, person) }),
  }
}
