// Uses of a code: signing in without a password, and setting a new password.
import { languages, type Language } from '@swath/i18n/languages'
import { readCaller } from '../../../platform/auth/caller.ts'
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
import { signedIn } from './user-info.ts'
import type { Calls, Deps } from './code-deps.ts'

/** The person's own language if it is known, because the request may come from someone else. */
const pickLanguage = (
  { language: kept }: Person['settings'],
  { language }: PublicContext,
): Language => languages.find((one) => one === kept) ?? language

/** By SMS and mail, so that an attacker who controls one of them cannot hide the change. */
const tellOfNewPassword = (
  messages: Deps['messages'],
  { phone, email, settings }: Person,
  { productName }: HostTheme,
  context: PublicContext,
): void => {
  const { host } = context
  const language = pickLanguage(settings, context)
  const ways = [
    ...(phone ? [{ channel: 'sms', to: phone } as const] : []),
    ...(email ? [{ channel: 'mail', to: email } as const] : []),
  ]
  for (const way of ways)
    if (messages.accepts(way.channel))
      messages.send({
        ...way,
        template: 'passwordChanged',
        language,
        values: { product: productName, host },
      })
}

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
    const tokens = await tx(db, async (t) => {
      if (!(await codes.use(t, forWhat, body.verifyCode))) return fail('code_wrong')
      const opened = refusal
        ? null
        : await sessions.open(t, person.userId, context, body.rememberPassword)
      await record(
        t,
        person,
        opened ? 'session.open' : 'session.refuse',
        context,
        opened ? { remember: body.rememberPassword, by: 'code' } : { reason: refusal },
      )
      return opened
    })
    if (!tokens) return fail(refusal!)
    keepDevice(context, await throttle.trust(toText(name), readPlace(context)))
    return signedIn({ tokens, person, caller: await readCaller(db, person) })
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
      if (login !== null)
        place = { ...place, device: await throttle.trust(login, place, { newPassword: true }) }
    if (place.device !== null) keepDevice(context, place.device)
    tellOfNewPassword(messages, person, theme, context)
  }
