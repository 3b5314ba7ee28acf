import { z } from 'zod'
import { Time } from '../fields.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { SignedIn, SignInReply } from './auth.ts'

const route = routeWithTag('Second factor')
const base = '/api/user/baseaccount/secondFactor'
const own = { unchecked: true } as const

/** Six digits of an authenticator app. */
const TotpCode = z
  .string()
  .regex(/^\d{6}$/)
  .describe('Six digits of the authenticator app (RFC 6238)')

const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/)
const credentialId = notARow('Identifies a credential of the authenticator', bytes)
const credential = { id: credentialId, rawId: credentialId }
const transports = z.array(z.string().max(20)).max(10).optional()

/** What `navigator.credentials.create` returned, as JSON (WebAuthn level 3). */
const NewCredential = z
  .object({
    ...credential,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports }),
  })
  .describe('RegistrationResponseJSON of WebAuthn level 3')
/** What `navigator.credentials.get` returned, as JSON (WebAuthn level 3). */
const Assertion = z
  .object({
    ...credential,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.nullish(),
    }),
  })
  .describe('AuthenticationResponseJSON of WebAuthn level 3')
export type Assertion = z.infer<typeof Assertion>

const ForCreation = z
  .looseObject({ challenge: z.string() })
  .describe('PublicKeyCredentialCreationOptionsJSON of WebAuthn level 3')
const ForRequest = z
  .looseObject({ challenge: z.string() })
  .describe('PublicKeyCredentialRequestOptionsJSON of WebAuthn level 3')

const RecoveryCodes = z
  .array(z.string())
  .describe('Ten codes, each valid once. They are returned only here')

export const Passkey = z
  .object({
    passkeyId: id('passkey'),
    name: z.string(),
    host: z.string().describe('Host on which it was made; it works only there'),
    addedAt: Time,
    lastUsedAt: Time.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const OwnFactors = z
  .object({
    totp: z
      .object({ addedAt: Time, lastUsedAt: Time.nullable() })
      .nullable()
      .describe('The authenticator app; null if there is none'),
    passkeys: z.array(Passkey),
    recoveryCodesLeft: z.int(),
    isRequired: z.boolean().describe('Whether the account requires a second factor of this role'),
    isSignInRecent: z
      .boolean()
      .describe('Whether factors can be changed now, without confirming the identity first'),
  })
  .meta({ id: 'OwnFactors' })
export type OwnFactors = z.infer<typeof OwnFactors>

export const FactorAdded = z
  .object({
    recoveryCodes: RecoveryCodes.nullable().describe(
      'With the first factor ten recovery codes, otherwise null. They are returned only here',
    ),
    signedIn: SignedIn.nullable().describe(
      'The complete session, if it was waiting for this set-up; otherwise null',
    ),
  })
  .meta({ id: 'FactorAdded' })
export type FactorAdded = z.infer<typeof FactorAdded>

const passkeyName = z.string().trim().min(1).max(60)

export const RenamedPasskey = z.object({ name: passkeyName })

/** The caller's own second factors, and signing in with them. */
export const secondFactorRoutes = {
  getOwnFactors: route('GET', base, {
    personOnly: true,
    summary: 'Get the caller’s second factors',
    policy: own,
    out: OwnFactors,
  }),
  confirmIdentity: route('POST', `${base}/identity`, {
    personOnly: true,
    summary:
      'Confirm the caller’s identity by the password or a passkey; for five minutes, factors can then be changed',
    policy: own,
    body: z.union([
      z.object({ password: z.string().min(1).max(200) }),
      z.object({ passkey: Assertion }),
    ]),
    errors: ['too_many_requests', 'passkey_refused'],
  }),
  startTotp: route('POST', `${base}/totp`, {
    personOnly: true,
    summary: 'Create the secret of an authenticator app; it is used once it is confirmed',
    policy: own,
    half: ['set-up'],
    out: z.object({
      secret: z.string().describe('Base32'),
      address: z.string().describe('otpauth://totp/… for a QR code'),
    }),
    errors: ['identity_unconfirmed', 'master_key_missing'],
  }),
  confirmTotp: route('PUT', `${base}/totp`, {
    personOnly: true,
    summary: 'Confirm the authenticator app by one of its codes; replaces an older app',
    policy: own,
    half: ['set-up'],
    body: z.object({ code: TotpCode }),
    out: FactorAdded,
    errors: [
      'identity_unconfirmed',
      'second_factor_wrong',
      'too_many_requests',
      'master_key_missing',
    ],
  }),
  removeTotp: route('DELETE', `${base}/totp`, {
    personOnly: true,
    summary: 'Remove the authenticator app',
    policy: own,
    errors: ['not_found', 'identity_unconfirmed', 'second_factor_last'],
  }),
  askNewPasskey: route('POST', `${base}/passkeys/challenge`, {
    personOnly: true,
    summary: 'Get a challenge to create a passkey on this host; valid once, for five minutes',
    policy: own,
    half: ['set-up'],
    out: ForCreation,
    errors: ['identity_unconfirmed', 'too_many_passkeys'],
  }),
  addPasskey: route('POST', `${base}/passkeys`, {
    personOnly: true,
    summary: 'Add a passkey',
    policy: own,
    half: ['set-up'],
    body: z.object({ name: passkeyName, passkey: NewCredential }),
    out: FactorAdded,
    errors: ['identity_unconfirmed', 'passkey_refused', 'too_many_passkeys'],
  }),
  renamePasskey: route('PUT', `${base}/passkeys/{passkeyId}`, {
    personOnly: true,
    summary: 'Rename a passkey',
    policy: own,
    params: z.object({ passkeyId: id('passkey') }),
    body: RenamedPasskey,
    errors: ['not_found'],
  }),
  removePasskey: route('DELETE', `${base}/passkeys/{passkeyId}`, {
    personOnly: true,
    summary: 'Remove a passkey',
    policy: own,
    params: z.object({ passkeyId: id('passkey') }),
    errors: ['not_found', 'identity_unconfirmed', 'second_factor_last'],
  }),
  makeRecoveryCodes: route('POST', `${base}/recoveryCodes`, {
    personOnly: true,
    summary: 'Create ten new recovery codes; older ones become invalid',
    policy: own,
    out: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ['identity_unconfirmed', 'second_factor_missing'],
  }),
  askPasskey: route('POST', `${base}/challenge`, {
    personOnly: true,
    summary:
      'Get a challenge for one of the caller’s passkeys on this host; valid once, for five minutes',
    policy: own,
    half: ['factor'],
    out: ForRequest,
  }),
  giveSecondFactor: route('POST', `${base}/signIn`, {
    personOnly: true,
    summary:
      'Complete a half session with a code of the authenticator app, a recovery code or a passkey',
    policy: own,
    half: ['factor'],
    body: z.union([
      z.object({ totp: TotpCode }),
      z.object({ recoveryCode: z.string().trim().min(1).max(60) }),
      z.object({ passkey: Assertion }),
    ]),
    out: SignInReply,
    errors: [
      'second_factor_wrong',
      'passkey_refused',
      'too_many_requests',
      'master_key_missing',
      'conflict',
    ],
  }),
  askPasskeySignIn: route('POST', '/api/user/baseaccount/passkeySignIn/challenge', {
    summary: 'Get a challenge to sign in with any passkey of this host; valid once, five minutes',
    policy: 'public',
    out: ForRequest,
    errors: ['too_many_requests'],
  }),
  loginPasskey: route('POST', '/api/user/baseaccount/passkeySignIn', {
    summary: 'Sign in with a passkey alone, which proves both factors',
    policy: 'public',
    body: z.object({
      passkey: Assertion,
      rememberPassword: z.boolean().default(false).describe('Stay signed in for a week'),
    }),
    out: SignInReply,
    errors: ['passkey_refused', 'too_many_requests', 'console_not_for_pilots', 'account_disabled'],
  }),
}
