// A session is complete, or half: until then it may only make the calls whose route says so (`half`).
import type { HalfStage } from '@swath/contract/kit'

/** How a session began. */
export type SignInMethod = 'password' | 'code' | 'passkey' | 'oidc'
/** Factors that people set up here. */
export type OwnFactor = 'totp' | 'passkey' | 'recovery'
/** provider: the identity provider asked for a second factor, and the account trusts it. */
export type Factor = OwnFactor | 'provider'

/** Methods that prove two factors: a passkey verifies the person on its device. */
const provesBoth: ReadonlySet<SignInMethod> = new Set(['passkey'])

/**
 * What a session still needs; null: nothing. Derived from the person each time, so that a new
 * factor or a new rule of the account applies to sessions that are already open.
 */
export const findHalfStage = (
  { method, factor }: { method: SignInMethod | null; factor: Factor | null },
  {
    hasFactor,
    factorRequired,
    temporaryPasswordUntil,
  }: { hasFactor: boolean; factorRequired: boolean; temporaryPasswordUntil: Date | null },
): HalfStage | null => {
  if (factor === 'provider') return null
  const isProved = factor !== null || (method !== null && provesBoth.has(method))
  if (hasFactor && !isProved) return 'factor'
  if (method === 'password' && temporaryPasswordUntil !== null) return 'password'
  return !hasFactor && factorRequired ? 'set-up' : null
}
