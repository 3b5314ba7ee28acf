// The browser's part of passkeys. Loaded when the first one is used.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { SignInReply } from '@swath/contract/people/auth'
import type { FactorAdded } from '@swath/contract/people/second-factor'
import type { Answer } from '@swath/contract/kit'
import type { Api } from '@swath/contract/api'
import { call, CallError } from '../../../lib/api.ts'
import { loadTexts, translate } from '../../../lib/i18n.ts'

/** The browser’s refusals in the person’s language: cancelled, timed out, or already there. */
const inOwnWords = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    await loadTexts()
    const isKnown =
      (cause as { code?: string }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    const message = translate(`second-factor:${isKnown ? 'passkeyExists' : 'passkeyCancelled'}`)
    throw new CallError({ code: 'passkey_cancelled', message, traceId: null }, 0)
  }
}

type CreationOptions = Answer<Api['askNewPasskey']>
type RequestOptions = Answer<Api['askPasskey']>

/** The contract does not repeat the types of the standard. */
const create = (options: CreationOptions) =>
  inOwnWords(startRegistration({ optionsJSON: options as never }))
const prove = (options: RequestOptions) =>
  inOwnWords(startAuthentication({ optionsJSON: options as never }))

export const addPasskey = async (options: CreationOptions, name: string): Promise<FactorAdded> =>
  call('addPasskey', { body: { name, passkey: await create(options) } })

/** Proves one of the person's passkeys in a session. */
export const provePasskey = async () => prove(await call('askPasskey'))

export const signInByPasskey = async (rememberPassword: boolean): Promise<SignInReply> =>
  call('loginPasskey', {
    body: { passkey: await prove(await call('askPasskeySignIn')), rememberPassword },
  })
