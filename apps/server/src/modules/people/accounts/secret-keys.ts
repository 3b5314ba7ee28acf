// The secret key of a manufacturer, from which factory credentials of its machines are derived
// (docs/device-protocol.md).
import { createHash, randomBytes } from 'node:crypto'
import type { accountRoutes } from '@swath/contract/people/accounts'
import type { Caller } from '@swath/domain/access/caller'
import type { Sealer } from '../../../platform/config/master-key.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { secretKeyPurpose } from '../../../platform/auth/factory-credential.ts'
import { findSecretKey, putSecretKey, listSecretKeys } from './secret-keys.queries.ts'

const mayHold = ({ accountType, rights }: Caller): boolean =>
  accountType === 'manufacturer' && rights.includes('account.manage')

const computeFingerprint = (key: Uint8Array): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 16)

/** Lines with `#` for people, then the key in base64; tools skip comment lines. */
const formatKeyFile = (
  key: Buffer,
  {
    vid,
    fingerprint,
    createdAt,
    accountName,
  }: { vid: number; fingerprint: string; createdAt: Date; accountName: string },
): Buffer =>
  Buffer.from(
    [
      '# Swath secret key: 32 bytes in base64, for HMAC-SHA-256 (docs/device-protocol.md, factory credentials)',
      `# account: ${accountName.replace(/\s+/g, ' ')}`,
      `# vendor number: ${vid}`,
      `# fingerprint: ${fingerprint}`,
      `# made: ${createdAt.toISOString()}`,
      key.toString('base64'),
      '',
    ].join('\n'),
    'utf8',
  )

export const secretKeyHandlers = (
  services: Services,
  sealer: () => Promise<Sealer | null>,
): Pick<Handlers<typeof accountRoutes>, 'setSecretKey' | 'getSecretKeys' | 'downloadSecretKey'> => {
  const { db, clock } = services
  const { record } = createChanges(services)
  const object = (vid: number) => ({ type: 'secret-key', id: String(vid), name: String(vid) })
  return {
    setSecretKey: async ({ params }, context) => {
      const { caller } = context
      if (!mayHold(caller)) fail('forbidden')
      const { seal } = (await sealer()) ?? fail('master_key_missing')
      const vid = Number(params.vid)
      const key = randomBytes(32)
      const [fingerprint, createdAt] = [computeFingerprint(key), new Date(clock.now())]
      return record(context, async (trx) => ({
        action: 'secret-key.set',
        object: object(vid),
        details: { fingerprint },
        write: async () => {
          const put = await putSecretKey(trx, {
            vid,
            account_id: caller.accountId,
            id: uuidv7(clock.now()),
            key_sealed: seal(key, secretKeyPurpose(vid)),
            fingerprint,
            created_by: caller.userId,
            created_at: createdAt,
          })
          if (!put) fail('vendor_number_taken')
        },
        answer: async () => ({ vid, fingerprint, createdAt: createdAt.toISOString() }),
        tell: (events) => events.emit('secretKeyChanged', { vid }),
      }))
    },

    getSecretKeys: async (_input, { caller }) => {
      const holds = mayHold(caller)
      const keys =
        caller.accountType === 'manufacturer' ? await listSecretKeys(db, caller.accountId) : []
      return {
        items: keys.map(({ vid, fingerprint, created_at }) => ({
          vid,
          fingerprint,
          createdAt: created_at.toISOString(),
        })),
        can: { set: holds, download: holds },
      }
    },

    downloadSecretKey: async ({ params }, context) => {
      const { caller, setHeader } = context
      if (!mayHold(caller)) fail('forbidden')
      const vid = Number(params.vid)
      const { open } = (await sealer()) ?? fail('master_key_missing')
      const file = await record(context, async (trx) => {
        const stored = (await findSecretKey(trx, caller.accountId, vid)) ?? fail('not_found')
        return {
          action: 'secret-key.download',
          object: object(vid),
          details: { fingerprint: stored.fingerprint },
          answer: async () =>
            formatKeyFile(open(stored.key_sealed, secretKeyPurpose(vid)), {
              vid,
              fingerprint: stored.fingerprint,
              createdAt: stored.created_at,
              accountName: caller.accountName,
            }),
        }
      })
      setHeader('content-disposition', `attachment; filename="swath-secret-key-${vid}.key"`)
      setHeader('cache-control', 'private, no-store')
      return file
    },
  }
}
