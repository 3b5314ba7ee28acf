// Wraps a build into a container by a job, and signs the container.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Caller } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { readRawPublicKey, signDigest, toPrivateKey } from './container.ts'
import { fileUnknown, firmwareKind, readOne } from './firmware-presenters.ts'
import { findKey, findKeyInUse } from './firmware-keys.queries.ts'
import type { Calls, Deps } from './firmware-deps.ts'
import { findNewestOf, writeFirmware, type NamedBuild } from './firmware.queries.ts'
import { sealedFor, unpackSecrets } from './key-file.ts'
import { wrapFirmwareKind } from './wrap-firmware.ts'

const findNamed = async (
  db: Db,
  { scope }: Caller,
  { firmwareId, filename = '', ...more }: Partial<NamedBuild> & { firmwareId?: string | undefined },
): Promise<string> =>
  firmwareId ??
  (await findNewestOf(db, scope, { filename, ...more })) ??
  fail('not_found', {}, [fileUnknown])

export const encryptFirmware =
  ({ db, sealer, change }: Deps): Calls['encryptFirmware'] =>
  async ({ body }, context) => {
    const { version } = body
    const firmwareId = await findNamed(db, context.caller, body)
    return change(
      context,
      firmwareKind,
      { id: firmwareId, version, to: 'own', action: 'firmware.encrypt' },
      async (trx, row) => {
        if (row.state !== 'uploaded') fail('firmware_not_ready')
        const key = (await findKeyInUse(trx, row.account_id)) ?? fail('firmware_key_missing')
        if (!(await sealer())) fail('master_key_missing')
        return {
          details: { fingerprint: key.fingerprint },
          write: async () => {
            await writeFirmware(trx, firmwareId, { state: 'encrypting', key_id: key.id })
            await enqueueJob(trx, wrapFirmwareKind, { firmwareId }, { traceId: context.traceId })
          },
          answer: () => readOne(trx, context.caller, firmwareId),
        }
      },
    )
  }

/** Null if it is not a private key of this type. */
const readPrivateKey = (pem: string): KeyObject | null => {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null // no PEM, or one that is under a passphrase
  }
}

export const signFirmware =
  ({ db, sealer, change }: Deps): Calls['signFirmware'] =>
  async ({ body }, context) => {
    const { version, privkey } = body
    const firmwareId = await findNamed(db, context.caller, body)
    return change(
      context,
      firmwareKind,
      { id: firmwareId, version, to: 'own', action: 'firmware.sign' },
      async (trx, row, now) => {
        if (row.state !== 'encrypted' || !row.digest || !row.key_id)
          return fail('firmware_not_ready')
        const key = (await findKey(trx, row.key_id)) ?? fail('firmware_not_ready')
        const given =
          privkey === '' ? null : (readPrivateKey(privkey) ?? fail('firmware_wrong_key'))
        const open = (await sealer())?.open
        const kept = (): KeyObject =>
          toPrivateKey(
            unpackSecrets(
              (open ?? fail('master_key_missing'))(key.secrets_sealed, sealedFor(key.fingerprint)),
            ).seed,
          )
        const privateKey = given ?? kept()
        if (!readRawPublicKey(privateKey).equals(key.public_key)) fail('firmware_wrong_key')
        const signature = signDigest(row.digest, privateKey)
        return {
          details: { fingerprint: key.fingerprint, isKeyGiven: given !== null },
          write: () =>
            writeFirmware(trx, firmwareId, {
              state: 'signed',
              signature,
              signed_at: now,
              signed_by_name: context.caller.userName,
            }),
          answer: () => readOne(trx, context.caller, firmwareId),
        }
      },
    )
  }
