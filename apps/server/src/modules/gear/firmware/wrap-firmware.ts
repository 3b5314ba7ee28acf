// Wraps a build into its container: hashes the plain build, then encrypts it chunk by chunk into
// the store. Starts over if the process was lost.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { chunkBytes, signatureBytes } from '@swath/domain/firmware-container'
import { inTurns } from '../../../platform/workers/in-turns.ts'
import { createSealer } from '../../../platform/config/master-key.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { readPieces, removePieces, writePieces } from '../../../platform/files/pieces.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { wrapBuild } from './container.ts'
import { toBuild, type FirmwareRecord } from './firmware-presenters.ts'
import { findKey } from './firmware-keys.queries.ts'
import { putContainer, readFirmware } from './firmware.queries.ts'
import { sealedFor, unpackSecrets } from './key-file.ts'

const Payload = z.object({ firmwareId: z.uuid() })

export const wrapFirmwareKind: JobKind<z.infer<typeof Payload>> = {
  name: 'firmware.wrap',
  payload: Payload,
  triesAtMost: 6,
}

const toHex = (uuid: string | null): string => uuid?.replaceAll('-', '') ?? '0'.repeat(32)

/** Writes the container to the store. @returns its properties */
export const writeContainer = async (
  store: FileStore,
  row: Pick<
    FirmwareRecord,
    'id' | 'key' | 'bytes' | 'piece_bytes' | 'model_id' | 'firmware_type' | 'build_version' | 'rcid'
  >,
  key: { fingerprint: string; encryptionKey: Uint8Array },
) => {
  const build = toBuild(row)
  const plain = createHash('sha256')
  for await (const piece of inTurns(readPieces(store, build))) plain.update(piece)
  const sha256 = plain.digest()
  const containerKey = randomBytes(24).toString('base64url')
  let digest: Buffer = Buffer.alloc(0)
  const bytes = await writePieces(
    store,
    { key: containerKey, pieceBytes: row.piece_bytes },
    wrapBuild(
      readPieces(store, build),
      {
        chunkBytes,
        buildBytes: row.bytes,
        buildId: toHex(row.id),
        modelId: toHex(row.model_id),
        fingerprint: key.fingerprint,
        salt: randomBytes(16).toString('hex'),
        sha256: sha256.toString('hex'),
        firmwareType: row.firmware_type,
        version: row.build_version,
        rcid: row.rcid,
      },
      key.encryptionKey,
      (result) => {
        digest = result
      },
    ),
  )
  return { container_key: containerKey, container_bytes: bytes + signatureBytes, digest, sha256 }
}

export const wrapFirmwareJob = (
  services: Pick<Services, 'db' | 'config'>,
  store: FileStore = openFileStore(services.config),
): Job => {
  const { db, config } = services
  const sealer = createSealer(config)
  return createJob(wrapFirmwareKind, async ({ firmwareId }) => {
    const row = await readFirmware(db, firmwareId)
    if (!row || row.state !== 'encrypting' || row.key_id === null) return
    const key = await findKey(db, row.key_id)
    const open = (await sealer())?.open
    if (!key || !open) throw new Error('The keys of a build cannot be opened')
    const { encryptionKey } = unpackSecrets(open(key.secrets_sealed, sealedFor(key.fingerprint)))
    const made = await writeContainer(store, row, { fingerprint: key.fingerprint, encryptionKey })
    if (await putContainer(db, firmwareId, made)) return
    // The build was deleted meanwhile, or another attempt was faster.
    await removePieces(store, {
      key: made.container_key,
      bytes: made.container_bytes - signatureBytes,
      pieceBytes: row.piece_bytes,
    })
  })
}
