// The keys with which a manufacturer's builds are signed and encrypted.
import { z } from 'zod'
import { Time } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Firmware')
const screens = ['firmware-list'] as const
const right = 'equipment.manage'
const base = '/api/firmware/manage'

/** Encrypts the downloaded file. A person types it, and it must be hard to guess. */
export const Passphrase = z.string().min(12, 'passphraseRule').max(128)

/** A list without pages: the platform has the keys of all its manufacturers. */
export const firmwareKeysAtMost = 500

export const FirmwareKey = z
  .object({
    keyId: id('firmwareKey'),
    accountId: id('account'),
    accountName: z.string().describe('Manufacturer that owns the key'),
    fingerprint: z.string().describe('First 8 bytes of SHA-256 of the public key, hexadecimal'),
    publicKey: z.string().describe('Ed25519, PEM'),
    isInUse: z
      .boolean()
      .describe(
        'Whether new builds are signed with it; other keys only verify builds that they signed',
      ),
    firmwareNum: z.int().describe('Number of builds that it signed'),
    createdAt: Time,
    createdByName: z.string(),
    downloadedAt: Time.nullable().describe(
      'Time at which its private parts were downloaded; null: not downloaded',
    ),
    downloadedByName: z.string().nullable(),
    retiredAt: Time.nullable(),
    can: z.object({ download: z.boolean() }),
  })
  .meta({ id: 'FirmwareKey' })
export type FirmwareKey = z.infer<typeof FirmwareKey>

export const firmwareKeyRoutes = {
  listFirmwareKeys: route('GET', `${base}/getKeyList`, {
    policy: { screens },
    summary: `List the keys of the account and of accounts below it, those in use first; at most ${firmwareKeysAtMost}`,
    out: z.object({ items: z.array(FirmwareKey), can: z.object({ generate: z.boolean() }) }),
  }),
  generateFirmwareKey: route('POST', `${base}/genKey`, {
    policy: { screens, right },
    summary:
      'Generate keys for the account: Ed25519 to sign, AES-256 to encrypt. Older keys still verify their builds',
    out: FirmwareKey,
    errors: ['forbidden', 'master_key_missing'],
  }),
  downloadFirmwareKey: route('POST', `${base}/genKey/download`, {
    personOnly: true,
    policy: { screens, right },
    summary:
      'Download the private parts of a key, once, encrypted with a passphrase in the format of openssl enc',
    body: z.object({ keyId: id('firmwareKey'), passphrase: Passphrase }),
    raw: 'application/octet-stream',
    errors: ['not_found', 'forbidden', 'master_key_missing', 'firmware_key_downloaded'],
  }),
}
