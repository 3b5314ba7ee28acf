// Requests a code, and checks it before it is used.
import { findPersonByLogin } from '../../../platform/auth/people.queries.ts'
import { readPlace } from '../../../platform/auth/device-cookie.ts'
import { maySignInOn } from '../../../platform/auth/themes.ts'
import { codeLifeS, type Purpose } from '../../../platform/auth/verification-codes.ts'
import type { PublicContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Template } from '../../../platform/messages/texts.ts'
import { toText } from './login-name.ts'
import type { Calls, Deps } from './code-deps.ts'

const resendAfterS = 60
/** Finding a person takes slightly longer than finding none; this delay hides the difference. */
const answerAfterMs = 100

/** Codes for signatures are requested elsewhere. */
type AskedPurpose = Exclude<Purpose, 4>

const templateByPurpose = {
  1: 'signInCode',
  2: 'registrationCode',
  3: 'resetCode',
} as const satisfies Record<AskedPurpose, Template>

type Recipient = {
  phoneNum?: string | undefined
  email?: string | undefined
  sendPhoneNo?: string | undefined
}

const request = async (
  {
    themes,
    messages,
    db,
    codes,
    throttle,
    recipientOn,
  }: Pick<Deps, 'themes' | 'messages' | 'db' | 'codes' | 'throttle' | 'recipientOn'>,
  codeType: '1' | '2' | '3',
  typed: Recipient,
  context: PublicContext,
) => {
  const { host, language } = context
  const fromMs = performance.now()
  const purpose = Number(codeType) as AskedPurpose
  const theme = await themes.of(host)
  const field = (['phoneNum', 'email', 'sendPhoneNo'] as const).find(
    (one) => typed[one] !== undefined,
  )!
  const name = recipientOn(theme, typed[field]!, `query.${field}`)
  const channel = 'phone' in name ? 'sms' : 'mail'
  if (!messages.accepts(channel)) return fail('message_not_sent')
  const retryAfterS = await throttle.admitCodeRequest(toText(name), readPlace(context))
  if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })

  const person = await findPersonByLogin(db, name)
  // People with an account cannot use a registration code, so their message says that they have an
  // account.
  const sent = purpose === 2 ? !person : person !== undefined && maySignInOn(theme, person)
  const code = await codes.issue({ recipient: toText(name), purpose, host }, { sent })
  await new Promise((resume) =>
    setTimeout(resume, Math.max(0, answerAfterMs - (performance.now() - fromMs))),
  )
  messages.send({
    channel,
    to: toText(name),
    template: purpose === 2 && person ? 'accountExists' : templateByPurpose[purpose],
    language,
    deliver: sent || purpose === 2,
    values: { product: theme.productName, host, code, minutes: String(codeLifeS / 60) },
  })
  return { resendAfterS }
}

export const getVerify =
  ({ themes, messages, db, codes, throttle, recipientOn }: Deps): Calls['getVerify'] =>
  ({ query: { codeType, ...recipient } }, context) =>
    request({ themes, messages, db, codes, throttle, recipientOn }, codeType, recipient, context)

export const getVerifyCode =
  ({ themes, messages, db, codes, throttle, recipientOn }: Deps): Calls['getVerifyCode'] =>
  ({ query: { codeType, ...recipient } }, context) =>
    request({ themes, messages, db, codes, throttle, recipientOn }, codeType, recipient, context)

export const checkVerifyCode =
  ({ themes, recipientOn, tryCode }: Deps): Calls['checkVerifyCode'] =>
  async ({ query }, context) => {
    const { host } = context
    const field = query.phoneNum === undefined ? 'email' : 'phoneNum'
    const name = recipientOn(await themes.of(host), query[field]!, `query.${field}`)
    const outcome = await tryCode(
      { recipient: toText(name), purpose: Number(query.checkOpr) as Purpose, host },
      (query.code ?? query.verifyCode)!,
      readPlace(context),
    )
    if (outcome !== 'right') fail('code_wrong')
  }
