// Codes by SMS and mail, and what they open: a sign-in without a password, and a new password. Who
// has an account on this host gets a message; whoever asks gets the same answer, after the same
// work, whether anyone does or not.
import { z } from 'zod'
import type { registrationRoutes } from '@swath/contract/registration'
import { languages, type Language } from '@swath/i18n/languages'
import { callerOf } from '../../platform/auth/caller.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import {
  findPersonByLogin,
  setPassword,
  type LoginName,
  type Person,
} from '../../platform/auth/people.queries.ts'
import { deleteSessionsOfUsers } from '../../platform/auth/sessions.queries.ts'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { keepDevice, placeOf, type Place } from '../../platform/auth/device-cookie.ts'
import { createThrottle } from '../../platform/auth/throttle.ts'
import { maySignInOn, type HostTheme, type Themes } from '../../platform/auth/themes.ts'
import {
  codeLifeS,
  createVerificationCodes,
  type CodeFor,
  type Purpose,
} from '../../platform/auth/verification-codes.ts'
import { tx } from '../../platform/database/database.ts'
import type { Handlers, PublicContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Messages } from '../../platform/messages/messages.ts'
import type { Template } from '../../platform/messages/texts.ts'
import type { Services } from '../../platform/services.ts'
import { nameOn, textOf } from './login-name.ts'
import { createSignInLog, refusalOf } from './sign-in-log.ts'
import { signedIn } from './user-info.ts'

const resendAfterS = 60
/**
 * Finding somebody takes a moment longer than finding nobody; nobody can measure it behind this.
 */
const answerAfterMs = 100

const templateOf = {
  1: 'signInCode',
  2: 'registrationCode',
  3: 'resetCode',
} as const satisfies Record<Purpose, Template>

type Recipient = {
  phoneNum?: string | undefined
  email?: string | undefined
  sendPhoneNo?: string | undefined
}
type CodeRoutes = Omit<typeof registrationRoutes, 'reg'>

/** What a code opens, by the login name that it was sent to. */
export type CodeDoor = {
  /** The login name that was typed, where a message can go there from this host. */
  recipientOn: (theme: HostTheme, typed: string, path: string) => LoginName
  /**
   * A right code stays until it is used. `none`: there is no code that could be tried. Fails where
   * too many were tried.
   */
  tryCode: (forWhat: CodeFor, code: string, place: Place) => Promise<'right' | 'wrong' | 'none'>
}

/**
 * An SMS goes to the countries that the host serves and to no other: numbers that charge the sender
 * lie all over the world.
 */
const reachable = (name: LoginName | null, { countryCodes, preview }: HostTheme): boolean => {
  if (name === null) return false
  if ('email' in name) return z.email().safeParse(name.email).success
  const [country, number] = name.phone.split('-')
  return (preview || countryCodes.includes(country!)) && /^\d{7,12}$/.test(number!)
}

export const createCodeDoor = (services: Services): CodeDoor => {
  const codes = createVerificationCodes(services)
  const throttle = createThrottle(services.db)
  return {
    recipientOn: (theme, typed, path) => {
      const name = nameOn(theme, typed)
      return name && reachable(name, theme)
        ? name
        : fail('invalid_input', {}, [
            { path, message: typed.includes('@') ? 'emailWrong' : 'phoneWrong' },
          ])
    },
    tryCode: async (forWhat, code, place) => {
      const admission = await throttle.admitCodeTry(forWhat.recipient, forWhat.purpose, place)
      if (!admission.admitted)
        return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
      const outcome = await codes.try(forWhat, code)
      if (outcome !== 'wrong') await admission.undo(outcome)
      return outcome
    },
  }
}

/** The person's own language where it is kept: whoever sent the request may be somebody else. */
const languageOf = (
  { language: kept }: Person['settings'],
  { language }: PublicContext,
): Language => languages.find((one) => one === kept) ?? language

export const codeHandlers = (
  services: Services,
  { themes, sessions, messages }: { themes: Themes; sessions: Sessions; messages: Messages },
): Handlers<CodeRoutes> => {
  const { db, events, log } = services
  const codes = createVerificationCodes(services)
  const throttle = createThrottle(db)
  const { record, recordRefusal } = createSignInLog(services)
  const { recipientOn, tryCode } = createCodeDoor(services)

  const request = async (codeType: '1' | '2' | '3', typed: Recipient, context: PublicContext) => {
    const { host, language } = context
    const fromMs = performance.now()
    const purpose = Number(codeType) as Purpose
    const theme = await themes.of(host)
    const field = (['phoneNum', 'email', 'sendPhoneNo'] as const).find(
      (one) => typed[one] !== undefined,
    )!
    const name = recipientOn(theme, typed[field]!, `query.${field}`)
    const channel = 'phone' in name ? 'sms' : 'mail'
    if (!messages.accepts(channel)) return fail('message_not_sent')
    const retryAfterS = await throttle.admitCodeRequest(textOf(name), placeOf(context))
    if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })

    const person = await findPersonByLogin(db, name)
    // A code to register with goes to nobody who could not use it: their message says that they
    // have an account.
    const sent = purpose === 2 ? !person : person !== undefined && maySignInOn(theme, person)
    const code = await codes.issue({ recipient: textOf(name), purpose, host }, { sent })
    await new Promise((resume) =>
      setTimeout(resume, Math.max(0, answerAfterMs - (performance.now() - fromMs))),
    )
    messages.send({
      channel,
      to: textOf(name),
      template: purpose === 2 && person ? 'accountExists' : templateOf[purpose],
      language,
      deliver: sent || purpose === 2,
      values: { product: theme.productName, host, code, minutes: String(codeLifeS / 60) },
    })
    return { resendAfterS }
  }

  /** Both ways to the person, so that who has taken one of them cannot keep it from the other. */
  const tellOfNewPassword = (
    { phone, email, settings }: Person,
    { productName }: HostTheme,
    context: PublicContext,
  ): void => {
    const { host } = context
    const language = languageOf(settings, context)
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
   * What a wrong code leaves: the log, after the answer, for finding the person must not cost a
   * known name more time.
   */
  const refuse = (
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

  return {
    getVerify: ({ query: { codeType, ...recipient } }, context) =>
      request(codeType, recipient, context),
    getVerifyCode: ({ query: { codeType, ...recipient } }, context) =>
      request(codeType, recipient, context),

    checkVerifyCode: async ({ query }, context) => {
      const { host } = context
      const field = query.phoneNum === undefined ? 'email' : 'phoneNum'
      const name = recipientOn(await themes.of(host), query[field]!, `query.${field}`)
      const outcome = await tryCode(
        { recipient: textOf(name), purpose: Number(query.checkOpr) as Purpose, host },
        (query.code ?? query.verifyCode)!,
        placeOf(context),
      )
      if (outcome !== 'right') fail('code_wrong')
    },

    loginSmS: async ({ body }, context) => {
      const theme = await themes.of(context.host)
      const name = recipientOn(theme, body.phoneNum, 'phoneNum')
      const forWhat: CodeFor = { recipient: textOf(name), purpose: 1, host: context.host }
      const outcome = await tryCode(forWhat, body.verifyCode, placeOf(context))
      if (outcome !== 'right') return refuse(outcome, name, 'code', context)
      const person = await findPersonByLogin(db, name)
      if (!person || !maySignInOn(theme, person)) return fail('code_wrong')
      const refusal = refusalOf(person)
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
      keepDevice(context, await throttle.trust(textOf(name), placeOf(context)))
      return signedIn({ tokens, person, caller: await callerOf(db, person) })
    },

    resetPassword: async ({ body }, context) => {
      const theme = await themes.of(context.host)
      const name = recipientOn(theme, body.phoneNum, 'phoneNum')
      const forWhat: CodeFor = { recipient: textOf(name), purpose: 3, host: context.host }
      const outcome = await tryCode(forWhat, body.verifyCode, placeOf(context))
      if (outcome !== 'right') return refuse(outcome, name, 'reset_code', context)
      const person = await findPersonByLogin(db, name)
      if (!person || !maySignInOn(theme, person)) return fail('code_wrong')
      const passwordHash = await hashPassword(body.password)
      await tx(db, async (t) => {
        if (!(await codes.use(t, forWhat, body.verifyCode))) return fail('code_wrong')
        await setPassword(t, person.userId, passwordHash)
        await deleteSessionsOfUsers(t, [person.userId])
        await record(t, person, 'password.reset', context)
      })
      events.emit('accessChanged', { userIds: [person.userId] })
      let place = placeOf(context)
      for (const login of [person.phone, person.email])
        if (login !== null)
          place = { ...place, device: await throttle.trust(login, place, { newPassword: true }) }
      if (place.device !== null) keepDevice(context, place.device)
      tellOfNewPassword(person, theme, context)
    },
  }
}
