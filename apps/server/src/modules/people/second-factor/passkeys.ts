// Passkeys (WebAuthn). A passkey belongs to the host on which it was made. The library is loaded
// when the first one is used.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Assertion } from '@swath/contract/people/second-factor'
import { tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { isSecureOriginOf } from '../../../platform/http/secure-origin.ts'
import type { Services } from '../../../platform/services.ts'
import {
  findCredential,
  putChallenge,
  takeChallenge,
  takeCounter,
  type ChallengeFor,
} from './second-factor.queries.ts'

const challengeLifeMs = 5 * 60_000
/** EdDSA, ES256 and RS256, which all authenticators offer at least one of. */
export const algorithms = [-8, -7, -257]

export const loadWebAuthn = () => import('@simplewebauthn/server')

type Deps = Pick<Services, 'db' | 'clock'>

/** Creates a challenge that can be used once. */
export const issueChallenge = async (
  { db, clock }: Deps,
  forWhat: ChallengeFor,
): Promise<Uint8Array<ArrayBuffer>> => {
  // A relying party is a name: browsers refuse addresses.
  if (isIP(forWhat.host) !== 0) fail('passkey_refused')
  const challenge = randomBytes(32)
  const now = new Date(clock.now())
  const until = new Date(now.getTime() + challengeLifeMs)
  await tx(db, (trx) => putChallenge(trx, forWhat, challenge, { now, until }))
  return new Uint8Array(challenge)
}

/**
 * Uses up the challenge that the browser signed, also if a later check fails.
 * @returns expected values for the library; null if the challenge or the origin is wrong
 */
export const takeExpected = async (
  { db, clock }: Deps,
  forWhat: ChallengeFor,
  clientDataJson: string,
): Promise<{ expectedChallenge: string; expectedOrigin: string } | null> => {
  try {
    const { challenge, origin } = JSON.parse(
      Buffer.from(clientDataJson, 'base64url').toString(),
    ) as { challenge: string; origin: string }
    const bytes = Buffer.from(challenge, 'base64url')
    if (!(await takeChallenge(db, forWhat, bytes, new Date(clock.now())))) return null
    return isSecureOriginOf(origin, forWhat.host)
      ? { expectedChallenge: challenge, expectedOrigin: origin }
      : null
  } catch {
    return null // not JSON, or not of this shape
  }
}

/**
 * Checks a passkey's signature, and that the person was verified by the device. A counter that did
 * not grow means that the passkey was copied.
 * @returns the owner; null if it is refused
 */
export const checkPasskey = async (
  deps: Deps,
  forWhat: ChallengeFor,
  { id, response, ...passkey }: Assertion,
): Promise<{ userId: string; isRight: boolean } | null> => {
  const { host } = forWhat
  const stored = await findCredential(deps.db, host, Buffer.from(id, 'base64url'))
  const expected = await takeExpected(deps, forWhat, response.clientDataJSON)
  if (!stored) return null
  const { userId, counter } = stored
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { userHandle, ...signed } = response
  const isOwners =
    userHandle == null || Buffer.from(userHandle, 'base64url').equals(toHandle(userId))
  const newCounter =
    expected &&
    isOwners &&
    (await verifyAuthenticationResponse({
      ...expected,
      response: { ...passkey, id, response: signed, clientExtensionResults: {} },
      expectedRPID: host,
      credential: { id, publicKey: new Uint8Array(stored.publicKey), counter },
      requireUserVerification: true,
    }).then(
      ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : null),
      () => null, // the library throws what it refuses
    ))
  const isRight =
    typeof newCounter === 'number' &&
    (await takeCounter(deps.db, stored.id, newCounter, new Date(deps.clock.now())))
  return { userId, isRight }
}

/** The person's id as an authenticator stores it. */
export const toHandle = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
