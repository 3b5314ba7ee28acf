// Uses of a code: signing in without a password, and setting a new password.
import { hashNewPassword } from '../../../platform/auth/new-passwords.ts'
import {
  findPersonByLogin,
  setPassword,
  type LoginName,
  type Person,
} from '../../../platform/auth/people.queries.ts'
import { deleteSessionsOfUsers } from '../../../platform/auth/sessions.queries.ts'
import { keepDevice, readPlace } from '../../../platform/auth/device-cookie.ts'
import { maySignInOn, type HostTheme } from '../../../platform/auth/themes.ts'
import type { CodeFor } from '../../../platform/auth/verification-codes.ts'
import { tx } from '../../../platform/database/database.ts'
import type { PublicContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { toText } from './login-name.ts'
import { findRefusal } from './sign-in-log.ts'
import { openSession, replyToSignIn } from './open-session.ts'
import { reportSecurityChange } from './security-notice.ts'
import type { Calls, Deps } from './code-deps.ts'

/**
 * Logs a wrong code after the response, so that the response takes as long for known names as for
 * unknown ones.
 */
const refuse = (
  { db, log, recordRefusal }: Pick<Deps, 'db' | 'log' | 'recordRefusal'>,
  outcome: 'wrong' | 'none',
  name: LoginName,
  reason: string,
  context: PublicContext,
): never => {
  if (outcome === 'wrong') {
    findPersonByLogin(db, name)
      .then((person) => recordRefusal(person, reason, context))
      .catch((error: unknown) =>
        log.error({ err: error }, 'a refused code could not be written to the audit log'),
      )
  }
  return fail('code_wrong')
}

type EnteredCode = { phoneNum: string; verifyCode: string }

/**
 * The person with a right code. The code is used up by the following transaction, not here.
 * @throws code_wrong, even if nobody has this name
 */
const findByCode = async (
  deps: Deps,
  purpose: 1 | 3,
  { phoneNum, verifyCode }: EnteredCode,
  context: PublicContext,
): Promise<{ theme: HostTheme; name: LoginName; forWhat: CodeFor; person: Person }> => {
  const theme = await deps.themes.of(context.host)
  const name = deps.recipientOn(theme, phoneNum, 'phoneNum')
  const forWhat: CodeFor = { recipient: toText(name), purpose, host: context.host }
  const outcome = await deps.tryCode(forWhat, verifyCode, readPlace(context))
  if (outcome !== 'right')
    return refuse(deps, outcome, name, purpose === 1 ? 'code' : 'reset_code', context)
  const person = await findPersonByLogin(deps.db, name)
  if (!person || !maySignInOn(theme, person)) return fail('code_wrong')
  return { theme, name, forWhat, person }
}

export const loginSmS =
  (deps: Deps): Calls['loginSmS'] =>
  async ({ body }, context) => {
    const { db, sessions, codes, throttle, record } = deps
    const { name, forWhat, person } = await findByCode(deps, 1, body, context)
    const refusal = findRefusal(person)
    const opened = await tx(db, async (t) => {
      if (!(await codes.use(t, forWhat, body.verifyCode))) return fail('code_wrong')
      if (!refusal)
        return openSession({ sessions, record }, t, person, context, {
          method: 'code',
          remember: body.rememberPassword,
        })
      await record(t, person, 'session.refuse', context, { reason: refusal })
      return null
    })
    if (!opened) return fail(refusal!)
    if (opened.half !== 'factor')
      keepDevice(context, await throttle.trust(toText(name), readPlace(context)))
    return replyToSignIn(db, person, context, opened)
  }

export const resetPassword =
  (deps: Deps): Calls['resetPassword'] =>
  async ({ body }, context) => {
    const { db, events, messages, codes, throttle, record } = deps
    const { theme, forWhat, person } = await findByCode(deps, 3, body, context)
    const passwordHash = await hashNewPassword(body.password, [person.phone, person.email])
    await tx(db, async (t) => {
      if (!(await codes.use(t, forWhat, body.verifyCode))) return fail('code_wrong')
      await setPassword(t, person.userId, passwordHash)
      await deleteSessionsOfUsers(t, [person.userId])
      await record(t, person, 'password.reset', context)
    })
    events.emit('accessChanged', { userIds: [person.userId] })
    let place = readPlace(context)
    for (const login of [person.phone, person.email])
      if (login === null) continue
      // A code alone does not make this a usual place of a person with a second factor.
      else if (person.hasFactor) await throttle.forgive(login, place)
      else place = { ...place, device: await throttle.trust(login, place, { newPassword: true }) }
    if (place.device !== null) keepDevice(context, place.device)
    reportSecurityChange(messages, person, theme, context, () => ({ template: 'passwordChanged' }))
  }
