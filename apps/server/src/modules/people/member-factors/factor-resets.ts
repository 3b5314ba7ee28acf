// Removing the factors of a person who has lost them takes two administrators: one asks, another
// confirms. An account with a single administrator needs the platform as the second.
import type { ErrorCode } from '@swath/contract/errors'
import type { memberFactorRoutes, MemberFactors } from '@swath/contract/people/member-factors'
import type { Caller } from '@swath/domain/access/caller'
import { mayGive } from '@swath/domain/access/grants'
import { rightsByUserType, userTypes } from '@swath/domain/access/rights'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import { deleteSessionsOfUsers } from '../../../platform/auth/sessions.queries.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { createChanges, type Changes, type RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { findAccount, readViewer } from '../accounts/accounts.queries.ts'
import { heldBy, managesStaff } from '../members/member-words.ts'
import { reportFactorChange, type ReportedChange } from '../second-factor/factor-changes.ts'
import { deleteFactors, lockPerson } from '../second-factor/second-factor.queries.ts'
import {
  deleteReset,
  findAdministrators,
  findMemberId,
  findReset,
  findResetsOf,
  putReset,
} from './member-factors.queries.ts'

export type ResetParts = { themes: Themes; messages: Messages }
type Deps = Services & ResetParts & Changes
type Calls = Handlers<typeof memberFactorRoutes>

const requestLifeMs = 3 * 24 * 3_600_000
const administratorRoles = userTypes.filter((type) =>
  rightsByUserType[type].includes('staff.manage'),
)

/** The platform’s own people, as the second administrators of accounts that have only one. */
const helpsAccounts = ({ scope, rights }: Caller): boolean =>
  scope.kind === 'all' && rights.includes('account.manage')

type Target = {
  person: Person
  reset: NonNullable<Awaited<ReturnType<typeof findReset>>> | null
  /** Those of the person's account. */
  administrators: readonly string[]
}
type Step = keyof MemberFactors['can']

/** Why the caller may not take this step; null if they may. */
const refuse = (
  caller: Caller,
  { person, reset, administrators }: Target,
  step: Step,
): ErrorCode | null => {
  if (person.userId === caller.userId) return 'not_yourself'
  const isOwn = person.accountId === caller.accountId
  const held = heldBy({ user_type: person.userType, rights: person.rights })
  if (isOwn && !(managesStaff(caller) && mayGive(caller, held))) return 'beyond_own_rights'
  if (step !== 'ask') {
    if (reset === null) return 'not_found'
    return step === 'confirm' && reset.requestedBy === caller.userId ? 'other_administrator' : null
  }
  // The platform asks only for the administrator, who asks for the others.
  if (!isOwn && !administrators.includes(person.userId)) return 'beyond_own_rights'
  return person.hasFactor && reset === null ? null : 'conflict'
}

/** A person of the caller's account, or for the platform of one with a single administrator. */
const readTarget = async (
  db: Db | Tx,
  caller: Caller,
  userId: string,
  now: Date,
): Promise<Target | undefined> => {
  const member = await findMemberId(db, userId, helpsAccounts(caller) ? null : caller.accountId)
  const person = member && (await findPersonById(db, member.id))
  if (!person) return undefined
  const administrators = await findAdministrators(db, person.accountId, administratorRoles)
  return person.accountId === caller.accountId || administrators.length === 1
    ? { person, reset: (await findReset(db, userId, now)) ?? null, administrators }
    : undefined
}

const present = (caller: Caller, target: Target): MemberFactors => {
  const { person, reset } = target
  const may = (step: Step): boolean => refuse(caller, target, step) === null
  return {
    userId: person.userId,
    userName: person.userName,
    hasFactor: person.hasFactor,
    reset: reset && {
      requestedByName: reset.requestedByName,
      requestedAt: reset.requestedAt.toISOString(),
      expiresAt: reset.expiresAt.toISOString(),
    },
    can: { ask: may('ask'), confirm: may('confirm'), cancel: may('cancel') },
  }
}

const readPresented = async (
  db: Db | Tx,
  caller: Caller,
  userId: string,
  now: Date,
): Promise<MemberFactors> =>
  present(caller, (await readTarget(db, caller, userId, now)) ?? fail('not_found'))

const memberKind = ({ clock }: Deps): RowKind<Target, Step> => ({
  type: 'member',
  lock: async (trx, { caller }, userId) => {
    await lockPerson(trx, userId)
    return readTarget(trx, caller, userId, new Date(clock.now()))
  },
  refusal: ({ caller }, target, step) => refuse(caller, target, step),
  identify: ({ person }) => ({ id: person.userId, name: person.userName }),
  pickLogAccount: ({ person }) => person.accountId,
})

/** Takes a step of a reset, and notifies the person. */
const takeStep = async (
  deps: Deps,
  context: SignedInContext,
  userId: string,
  { to, action, reports }: { to: Step; action: string; reports?: ReportedChange },
  write: (trx: Tx, target: Target, now: Date) => Promise<unknown>,
): Promise<MemberFactors> => {
  let reported: Person | undefined
  const asked = { id: userId, to, action }
  const answer = await deps.change(context, memberKind(deps), asked, async (trx, target, now) => {
    reported = target.person
    return {
      write: () => write(trx, target, now),
      answer: () => readPresented(trx, context.caller, userId, now),
      tell: (events) => events.emit('accessChanged', { userIds: [userId] }),
    }
  })
  if (reported && reports) await reportFactorChange(deps, reported, context, reports)
  return answer
}

const askFactorReset =
  (deps: Deps): Calls['askFactorReset'] =>
  ({ params: { userId } }, context) => {
    const step = {
      to: 'ask',
      action: 'second-factor.ask-reset',
      reports: 'factorResetAsked',
    } as const
    return takeStep(deps, context, userId, step, (trx, { person: { accountId } }, now) =>
      putReset(trx, {
        userId,
        accountId,
        by: context.caller.userId,
        now,
        until: new Date(now.getTime() + requestLifeMs),
      }),
    )
  }

const confirmFactorReset =
  (deps: Deps): Calls['confirmFactorReset'] =>
  ({ params: { userId } }, context) => {
    const step = { to: 'confirm', action: 'second-factor.reset', reports: 'factorsReset' } as const
    return takeStep(deps, context, userId, step, async (trx) => {
      await deleteFactors(trx, userId)
      await deleteReset(trx, userId)
      await deleteSessionsOfUsers(trx, [userId])
    })
  }

const cancelFactorReset =
  (deps: Deps): Calls['cancelFactorReset'] =>
  ({ params: { userId } }, context) => {
    const step = { to: 'cancel', action: 'second-factor.cancel-reset' } as const
    return takeStep(deps, context, userId, step, (trx) => deleteReset(trx, userId))
  }

const getMemberFactors =
  ({ db, clock }: Deps): Calls['getMemberFactors'] =>
  async ({ query: { userId } }, { caller }) => {
    ;(await findMemberId(db, userId, caller.accountId)) ?? fail('not_found')
    return readPresented(db, caller, userId, new Date(clock.now()))
  }

const listFactorResets =
  ({ db, clock }: Deps): Calls['listFactorResets'] =>
  async ({ query: { accountId } }, { caller }) => {
    if (!helpsAccounts(caller)) return fail('forbidden')
    ;(await findAccount(db, await readViewer(db, caller), accountId)) ?? fail('not_found')
    const now = new Date(clock.now())
    const [administrator, ...others] = await findAdministrators(db, accountId, administratorRoles)
    if (administrator === undefined || others.length > 0) return { items: [] }
    const people = new Set([administrator, ...(await findResetsOf(db, accountId, now))])
    const items = await Promise.all(
      [...people].map((userId) => readPresented(db, caller, userId, now)),
    )
    return { items: items.filter(({ hasFactor }) => hasFactor) }
  }

export const factorResetHandlers = (services: Services, parts: ResetParts) => {
  const deps: Deps = { ...services, ...parts, ...createChanges(services) }
  return {
    getMemberFactors: getMemberFactors(deps),
    listFactorResets: listFactorResets(deps),
    askFactorReset: askFactorReset(deps),
    confirmFactorReset: confirmFactorReset(deps),
    cancelFactorReset: cancelFactorReset(deps),
  }
}
