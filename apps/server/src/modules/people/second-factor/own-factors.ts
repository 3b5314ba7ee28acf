// A person's own factors: what they have, adding and removing.
import { randomBytes } from 'node:crypto'
import type { secondFactorRoutes } from '@swath/contract/people/second-factor'
import { confirmOwnPassword } from '../../../platform/auth/own-password.ts'
import { readPlace } from '../../../platform/auth/device-cookie.ts'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import { signInLog } from '../../../platform/audit/audit.ts'
import { nothing } from '../../../platform/change/change.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import {
  changeOwnFactors,
  finishAdding,
  isConfirmed,
  lockSelf,
  loginOf,
  makeCodes,
  readSession,
  tryPurpose,
  type Deps,
} from './factor-changes.ts'
import {
  algorithms,
  checkPasskey,
  issueChallenge,
  loadWebAuthn,
  takeExpected,
  toHandle,
} from './passkeys.ts'
import {
  confirmSession,
  confirmTotpRow,
  countRecoveryCodes,
  deletePasskey,
  deleteTotp,
  findPasskeys,
  findTotp,
  insertPasskey,
  insertTotp,
  lockPasskey,
  renamePasskeyRow,
  replaceRecoveryCodes,
} from './second-factor.queries.ts'
import { describeSecret, findStep, totpPurpose } from './totp.ts'

type Calls = Handlers<typeof secondFactorRoutes>

const passkeysAtMost = 10
const secretBytes = 20 // as RFC 4226 recommends

const readPerson = async ({ db }: Deps, { caller }: SignedInContext): Promise<Person> =>
  (await findPersonById(db, caller.userId)) ?? fail('unauthenticated')

const getOwnFactors =
  (deps: Deps): Calls['getOwnFactors'] =>
  async (_input, context) => {
    const { db, clock } = deps
    const person = await readPerson(deps, context)
    const totp = await findTotp(db, person.userId, 'confirmed')
    const passkeys = await findPasskeys(db, person.userId)
    return {
      totp: totp
        ? {
            addedAt: totp.confirmedAt!.toISOString(),
            lastUsedAt: totp.lastUsedAt?.toISOString() ?? null,
          }
        : null,
      passkeys: passkeys.map(({ id, name, host, createdAt, lastUsedAt }) => ({
        passkeyId: id,
        name,
        host,
        addedAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: await countRecoveryCodes(db, person.userId),
      isRequired: person.factorRequired,
      isSignInRecent: isConfirmed(await readSession(db, context), person, clock.now()),
    }
  }

const confirmIdentity =
  (deps: Deps): Calls['confirmIdentity'] =>
  async ({ body }, context) => {
    const { db, clock, throttle } = deps
    const { host } = context
    // Signed-in callers have a session.
    const sessionId = context.sessionId!
    if ('password' in body)
      await confirmOwnPassword(deps, throttle, context, body.password, {
        path: 'password',
        action: 'password.refuse-identity',
      })
    else {
      const checked = await checkPasskey(deps, { purpose: 'prove', sessionId, host }, body.passkey)
      if (!checked?.isRight || checked.userId !== context.caller.userId) fail('passkey_refused')
    }
    await confirmSession(db, sessionId, new Date(clock.now()))
  }

const startTotp =
  (deps: Deps): Calls['startTotp'] =>
  async (_input, context) => {
    const { themes, clock, sealer } = deps
    const { seal } = (await sealer()) ?? fail('master_key_missing')
    const { productName } = await themes.of(context.host)
    const secret = randomBytes(secretBytes)
    // Nothing changes yet, so the log does not mention it.
    return tx(deps.db, async (trx) => {
      const { person } = await lockSelf(trx, context, new Date(clock.now()))
      const { userId, accountId } = person
      const id = uuidv7(clock.now())
      await deleteTotp(trx, userId, 'pending')
      await insertTotp(trx, {
        id,
        user_id: userId,
        account_id: accountId,
        secret_sealed: seal(secret, totpPurpose(id)),
        created_at: new Date(clock.now()),
      })
      return describeSecret(secret, productName, loginOf(person))
    })
  }

const confirmTotp =
  (deps: Deps): Calls['confirmTotp'] =>
  async ({ body }, context) => {
    const { clock, throttle, sealer } = deps
    const { open } = (await sealer()) ?? fail('master_key_missing')
    const person = await readPerson(deps, context)
    const place = readPlace(context)
    const admission = await throttle.admitCodeTry(loginOf(person), tryPurpose, place)
    if (!admission.admitted)
      return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
    const answer = await changeOwnFactors(deps, context, async (trx, self, now) => {
      const { userId } = self.person
      const pending = (await findTotp(trx, userId, 'pending')) ?? fail('second_factor_wrong')
      const secret = open(pending.secretSealed, totpPurpose(pending.id))
      const step = findStep(secret, body.code, clock.now()) ?? fail('second_factor_wrong')
      return {
        action: 'second-factor.add-totp',
        reports: 'totpAdded',
        write: async () => {
          await deleteTotp(trx, userId, 'confirmed')
          await confirmTotpRow(trx, pending.id, step, now)
        },
        answer: () => finishAdding(deps, trx, context, self, 'totp', now),
      }
    })
    await admission.undo('right')
    return answer
  }

/** Checks after a removal that the person keeps a factor if one is required. */
const finishRemoving = async (trx: Tx, userId: string, now: Date): Promise<void> => {
  const person = (await findPersonById(trx, userId)) ?? fail('unauthenticated')
  if (person.hasFactor) return
  if (person.factorRequired) fail('second_factor_last')
  await replaceRecoveryCodes(trx, userId, [], now)
}

const removeTotp =
  (deps: Deps): Calls['removeTotp'] =>
  async (_input, context) =>
    changeOwnFactors(deps, context, async (trx, { person: { userId } }, now) => ({
      action: 'second-factor.remove-totp',
      reports: 'totpRemoved',
      write: async () => {
        if (!(await deleteTotp(trx, userId, 'confirmed'))) fail('not_found')
        await finishRemoving(trx, userId, now)
      },
      answer: () => Promise.resolve(),
    }))

const askNewPasskey =
  (deps: Deps): Calls['askNewPasskey'] =>
  async (_input, context) => {
    const { themes, db, clock } = deps
    const { host, sessionId } = context
    const person = await readPerson(deps, context)
    if (!isConfirmed(await readSession(db, context), person, clock.now()))
      return fail('identity_unconfirmed')
    const passkeys = await findPasskeys(db, person.userId)
    if (passkeys.length >= passkeysAtMost) return fail('too_many_passkeys')
    const { generateRegistrationOptions } = await loadWebAuthn()
    const options = await generateRegistrationOptions({
      rpName: (await themes.of(host)).productName,
      rpID: host,
      userID: toHandle(person.userId),
      userName: loginOf(person),
      userDisplayName: person.userName,
      challenge: await issueChallenge(deps, { purpose: 'register', sessionId, host }),
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: passkeys
        .filter((one) => one.host === host)
        .map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { ...options }
  }

const addPasskey =
  (deps: Deps): Calls['addPasskey'] =>
  async ({ body: { name, passkey } }, context) => {
    const { host, sessionId } = context
    const expected = await takeExpected(
      deps,
      { purpose: 'register', sessionId, host },
      passkey.response.clientDataJSON,
    )
    const { verifyRegistrationResponse } = await loadWebAuthn()
    const verified =
      expected &&
      (await verifyRegistrationResponse({
        ...expected,
        response: { ...passkey, clientExtensionResults: {} } as never,
        expectedRPID: host,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => null)) // the library throws what it refuses
    if (!verified?.verified) return fail('passkey_refused')
    const { credential } = verified.registrationInfo
    return changeOwnFactors(deps, context, async (trx, self, now) => {
      const { userId } = self.person
      if ((await findPasskeys(trx, userId)).length >= passkeysAtMost) fail('too_many_passkeys')
      return {
        action: 'second-factor.add-passkey',
        reports: 'passkeyAdded',
        details: { name },
        write: async () => {
          const inserted = await insertPasskey(trx, {
            id: uuidv7(now.getTime()),
            user_id: userId,
            host,
            credential_id: Buffer.from(credential.id, 'base64url'),
            public_key: Buffer.from(credential.publicKey),
            counter: credential.counter,
            transports: passkey.response.transports ?? [],
            name,
            created_at: now,
          })
          if (!inserted) fail('passkey_refused')
        },
        answer: () => finishAdding(deps, trx, context, self, 'passkey', now),
      }
    })
  }

/** A name proves nothing, so the identity is not confirmed again. */
const renamePasskey =
  ({ changes: { record } }: Deps): Calls['renamePasskey'] =>
  async ({ params: { passkeyId }, body: { name } }, context) =>
    record(context, async (trx) => {
      const { userId, userName } = context.caller
      const passkey = (await lockPasskey(trx, userId, passkeyId)) ?? fail('not_found')
      return {
        action: 'second-factor.rename-passkey',
        logType: signInLog,
        object: { type: 'user', id: userId, name: userName },
        before: { name: passkey.name },
        after: { name },
        write: () => renamePasskeyRow(trx, passkeyId, name),
        answer: nothing,
      }
    })

const removePasskey =
  (deps: Deps): Calls['removePasskey'] =>
  async ({ params: { passkeyId } }, context) =>
    changeOwnFactors(deps, context, async (trx, { person: { userId } }, now) => {
      const name = (await deletePasskey(trx, userId, passkeyId)) ?? fail('not_found')
      return {
        action: 'second-factor.remove-passkey',
        reports: 'passkeyRemoved',
        details: { name },
        write: () => finishRemoving(trx, userId, now),
        answer: () => Promise.resolve(),
      }
    })

const makeRecoveryCodes =
  (deps: Deps): Calls['makeRecoveryCodes'] =>
  async (_input, context) =>
    changeOwnFactors(deps, context, async (trx, { person }, now) => {
      if (!person.hasFactor) fail('second_factor_missing')
      return {
        action: 'second-factor.make-codes',
        reports: 'recoveryCodesMade',
        answer: async () => ({ recoveryCodes: await makeCodes(trx, person.userId, now) }),
      }
    })

export const ownFactorHandlers = (deps: Deps) => ({
  getOwnFactors: getOwnFactors(deps),
  confirmIdentity: confirmIdentity(deps),
  startTotp: startTotp(deps),
  confirmTotp: confirmTotp(deps),
  removeTotp: removeTotp(deps),
  askNewPasskey: askNewPasskey(deps),
  addPasskey: addPasskey(deps),
  renamePasskey: renamePasskey(deps),
  removePasskey: removePasskey(deps),
  makeRecoveryCodes: makeRecoveryCodes(deps),
})
