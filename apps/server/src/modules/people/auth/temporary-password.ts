// Passwords that somebody else made for a person: valid for a week, and only for choosing their own.
import type { authRoutes } from '@swath/contract/people/auth'
import { hashNewPassword } from '../../../platform/auth/new-passwords.ts'
import { passwordIsRight } from '../../../platform/auth/passwords.ts'
import {
  findPersonById,
  replaceTemporaryPassword,
  type Person,
} from '../../../platform/auth/people.queries.ts'
import { deleteOtherSessions } from '../../../platform/auth/sessions.queries.ts'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import { tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { replyToSignIn } from './open-session.ts'
import type { SignInLog } from './sign-in-log.ts'

/** Why a person with the right password must not sign in with it any more. */
export const findExpiry = (
  { temporaryPasswordUntil }: Pick<Person, 'temporaryPasswordUntil'>,
  nowMs: number,
): 'temporary_password_expired' | null =>
  temporaryPasswordUntil !== null && temporaryPasswordUntil.getTime() <= nowMs
    ? 'temporary_password_expired'
    : null

export const chooseOwnPassword =
  ({
    db,
    events,
    sessions,
    record,
  }: Pick<Services, 'db' | 'events'> & { sessions: Sessions } & Pick<
      SignInLog,
      'record'
    >): Handlers<typeof authRoutes>['chooseOwnPassword'] =>
  async ({ body: { password } }, context) => {
    const before = (await findPersonById(db, context.caller.userId)) ?? fail('unauthenticated')
    if (await passwordIsRight(before.passwordHash, password))
      return fail('invalid_input', {}, [{ path: 'password', message: 'passwordAsBefore' }])
    const passwordHash = await hashNewPassword(password, [before.phone, before.email])
    const person: Person = { ...before, passwordHash, temporaryPasswordUntil: null }
    const opened = await tx(db, async (t) => {
      // An administrator may have made another one meanwhile. Half sessions were opened with it.
      if (!(await replaceTemporaryPassword(t, person.userId, before.passwordHash!, passwordHash)))
        return fail('conflict')
      // Others who knew the temporary password are signed out.
      await deleteOtherSessions(t, person.userId, context.sessionId!)
      const { session, ...advanced } = await sessions.advance(t, context.sessionId!, person)
      await record(t, person, 'password.change', context, {})
      await record(t, person, advanced.half ? 'session.half' : 'session.open', context, {
        remember: session.remember,
        ...(session.factor ? { factor: session.factor } : {}),
      })
      return advanced
    })
    events.emit('accessChanged', { userIds: [person.userId] })
    return replyToSignIn(db, person, context, opened)
  }
