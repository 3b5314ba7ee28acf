// Completing a sign-in with a second factor, and signing in with a passkey alone.
import type { secondFactorRoutes } from '@swath/contract/people/second-factor'
import { readPlace } from '../../../platform/auth/device-cookie.ts'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import type { Factor } from '../../../platform/auth/session-stage.ts'
import { maySignInOn } from '../../../platform/auth/themes.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import type { Parsed } from '@swath/contract/kit'
import { openSession, replyToSignIn } from '../auth/open-session.ts'
import { findRefusal } from '../auth/sign-in-log.ts'
import { trustPlace } from '../auth/trust-place.ts'
import { loginOf, reportFactorChange, tryPurpose, type Deps } from './factor-changes.ts'
import { checkPasskey, issueChallenge, loadWebAuthn } from './passkeys.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findPasskeys, findTotp, takeRecoveryCode, takeStep } from './second-factor.queries.ts'
import { findStep, totpPurpose } from './totp.ts'

type Calls = Handlers<typeof secondFactorRoutes>
type Given = Parsed<(typeof secondFactorRoutes)['giveSecondFactor']>['body']

const askPasskey =
  (deps: Deps): Calls['askPasskey'] =>
  async (_input, { caller, host, sessionId }) => {
    const { generateAuthenticationOptions } = await loadWebAuthn()
    const passkeys = (await findPasskeys(deps.db, caller.userId)).filter((one) => one.host === host)
    const options = await generateAuthenticationOptions({
      rpID: host,
      challenge: await issueChallenge(deps, { purpose: 'prove', sessionId, host }),
      allowCredentials: passkeys.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports,
      })),
      userVerification: 'required',
    })
    return { ...options }
  }

/** Uses up the given code. @returns null if it is wrong, or has been used */
const takeCode = async (
  { clock, sealer }: Deps,
  trx: Tx,
  { userId }: Person,
  given: Exclude<Given, { passkey: unknown }>,
): Promise<Factor | null> => {
  if ('recoveryCode' in given)
    return (await takeRecoveryCode(trx, userId, hashRecoveryCode(userId, given.recoveryCode)))
      ? 'recovery'
      : null
  const { open } = (await sealer()) ?? fail('master_key_missing')
  const totp = await findTotp(trx, userId, 'confirmed')
  const step =
    totp && findStep(open(totp.secretSealed, totpPurpose(totp.id)), given.totp, clock.now())
  return typeof step === 'number' && (await takeStep(trx, totp!.id, step, new Date(clock.now())))
    ? 'totp'
    : null
}

const checkFactor = async (
  deps: Deps,
  person: Person,
  given: Given,
  context: SignedInContext,
): Promise<((trx: Tx) => Promise<Factor | null>) | null> => {
  if (!('passkey' in given)) return (trx) => takeCode(deps, trx, person, given)
  const { host, sessionId } = context
  const checked = await checkPasskey(deps, { purpose: 'prove', sessionId, host }, given.passkey)
  return checked?.isRight && checked.userId === person.userId
    ? () => Promise.resolve('passkey')
    : null
}

const giveSecondFactor =
  (deps: Deps): Calls['giveSecondFactor'] =>
  async ({ body }, context) => {
    const { db, events, sessions, throttle, record, recordRefusal } = deps
    const person = (await findPersonById(db, context.caller.userId)) ?? fail('unauthenticated')
    const place = readPlace(context)
    const admission = await throttle.admitCodeTry(loginOf(person), tryPurpose, place)
    if (!admission.admitted)
      return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
    const take = await checkFactor(deps, person, body, context)
    const given = await tx(db, async (trx) => {
      const factor = (await take?.(trx)) ?? null
      if (factor === null) return null
      // Signed-in callers have a session.
      const { session, ...advanced } = await sessions.advance(
        trx,
        context.sessionId!,
        person,
        factor,
      )
      const { remember, method } = session
      const action = advanced.half ? 'session.half' : 'session.open'
      await record(trx, person, action, context, { remember, by: method, factor })
      return { ...advanced, factor }
    })
    if (!given) {
      recordRefusal(person, 'second_factor', context)
      return fail('passkey' in body ? 'passkey_refused' : 'second_factor_wrong')
    }
    await admission.undo('right')
    await trustPlace(deps, person, context)
    events.emit('accessChanged', { userIds: [person.userId] })
    if (given.factor === 'recovery')
      await reportFactorChange(deps, person, context, 'recoveryCodeUsed')
    return replyToSignIn(db, person, context, given)
  }

const askPasskeySignIn =
  (deps: Deps): Calls['askPasskeySignIn'] =>
  async (_input, { host, ip }) => {
    const retryAfterS = await deps.throttle.admitPasskey(ip)
    if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
    const { generateAuthenticationOptions } = await loadWebAuthn()
    const options = await generateAuthenticationOptions({
      rpID: host,
      challenge: await issueChallenge(deps, { purpose: 'sign-in', sessionId: null, host }),
      userVerification: 'required',
    })
    return { ...options }
  }

const loginPasskey =
  (deps: Deps): Calls['loginPasskey'] =>
  async ({ body: { passkey, rememberPassword: remember } }, context) => {
    const { db, themes, record, recordRefusal, sessions } = deps
    const { host } = context
    const forWhat = { purpose: 'sign-in', sessionId: null, host } as const
    const checked = await checkPasskey(deps, forWhat, passkey)
    const person = checked ? await findPersonById(db, checked.userId) : undefined
    if (!checked?.isRight || !person || !maySignInOn(await themes.of(host), person)) {
      recordRefusal(person, checked?.isRight ? 'host' : 'passkey', context)
      return fail('passkey_refused')
    }
    const refusal = findRefusal(person)
    if (refusal) {
      recordRefusal(person, refusal, context)
      return fail(refusal)
    }
    const opened = await tx(db, (trx) =>
      openSession({ sessions, record }, trx, person, context, { method: 'passkey', remember }),
    )
    await trustPlace(deps, person, context)
    return replyToSignIn(db, person, context, opened)
  }

export const factorSignInHandlers = (deps: Deps) => ({
  askPasskey: askPasskey(deps),
  giveSecondFactor: giveSecondFactor(deps),
  askPasskeySignIn: askPasskeySignIn(deps),
  loginPasskey: loginPasskey(deps),
})
