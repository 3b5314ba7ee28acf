// The keys of a maker: generated here, encrypted with the server's master key, and exported once.
import type { FirmwareKey } from '@swath/contract/gear/firmware-keys'
import type { Caller } from '@swath/domain/access/caller'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { computeFingerprint, readRawPublicKey, toPrivateKey, toPublicKey } from './container.ts'
import { listKeys, lockKey, markDownloaded, putKey, type KeyRow } from './firmware-keys.queries.ts'
import { makesFirmware, ownsFirmware, type Calls, type Deps } from './firmware-deps.ts'
import {
  formatKeyText,
  makeSecrets,
  packSecrets,
  sealedFor,
  sealKeyText,
  unpackSecrets,
} from './key-file.ts'

const presentKey = (row: KeyRow, caller: Caller): FirmwareKey => ({
  keyId: row.id,
  accountId: row.account_id,
  accountName: row.account_name,
  fingerprint: row.fingerprint,
  publicKey: toPublicKey(row.public_key).export({ format: 'pem', type: 'spki' }).toString(),
  isInUse: row.retired_at === null,
  firmwareNum: row.firmware_num,
  createdAt: row.created_at.toISOString(),
  createdByName: row.created_by_name,
  downloadedAt: row.downloaded_at?.toISOString() ?? null,
  downloadedByName: row.downloaded_by_name,
  retiredAt: row.retired_at?.toISOString() ?? null,
  can: { download: ownsFirmware(caller, row.account_id) && row.downloaded_at === null },
})

export const listFirmwareKeys =
  ({ db }: Deps): Calls['listFirmwareKeys'] =>
  async (_input, { caller }) => ({
    items: (await listKeys(db, caller.accountId)).map((row) => presentKey(row, caller)),
    can: { generate: makesFirmware(caller) },
  })

export const generateFirmwareKey =
  ({ clock, sealer, record }: Deps): Calls['generateFirmwareKey'] =>
  async (_input, context) => {
    const { caller } = context
    if (!makesFirmware(caller)) fail('forbidden')
    const { seal } = (await sealer()) ?? fail('master_key_missing')
    const secrets = makeSecrets()
    const publicKey = readRawPublicKey(toPrivateKey(secrets.seed))
    const fingerprint = computeFingerprint(publicKey)
    const id = uuidv7(clock.now())
    return record(context, async (trx, now) => ({
      action: 'firmware-key.generate',
      object: { type: 'firmware-key', id, name: fingerprint },
      details: { fingerprint },
      write: () =>
        putKey(trx, {
          id,
          account_id: caller.accountId,
          fingerprint,
          public_key: publicKey,
          secrets_sealed: seal(packSecrets(secrets), sealedFor(fingerprint)),
          created_by_name: caller.userName,
          created_at: now,
        }),
      answer: async () =>
        presentKey(
          (await listKeys(trx, caller.accountId)).find((key) => key.id === id)!,
          caller,
        ),
    }))
  }

export const downloadFirmwareKey =
  ({ sealer, record }: Deps): Calls['downloadFirmwareKey'] =>
  async ({ body: { keyId, passphrase } }, context) => {
    const { caller, setHeader } = context
    if (!makesFirmware(caller)) fail('forbidden')
    const { text, fingerprint } = await record(context, async (trx, now) => {
      const key = (await lockKey(trx, caller.accountId, keyId)) ?? fail('not_found')
      if (key.downloaded_at) fail('firmware_key_downloaded')
      const { open } = (await sealer()) ?? fail('master_key_missing')
      return {
        action: 'firmware-key.download',
        object: { type: 'firmware-key', id: keyId, name: key.fingerprint },
        details: { fingerprint: key.fingerprint },
        write: () => markDownloaded(trx, keyId, { name: caller.userName, at: now }),
        answer: async () => ({
          fingerprint: key.fingerprint,
          text: formatKeyText(unpackSecrets(open(key.secrets_sealed, sealedFor(key.fingerprint))), {
            fingerprint: key.fingerprint,
            accountName: caller.accountName,
            createdAt: key.created_at,
          }),
        }),
      }
    })
    setHeader('content-disposition', `attachment; filename="swath-firmware-${fingerprint}.key.enc"`)
    setHeader('cache-control', 'private, no-store')
    return sealKeyText(text, passphrase)
  }
