// Verifies a file: length, key, signature, every chunk, and the content.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { FirmwareRefusal } from '@swath/domain/firmware-container'
import { createSealer, type Sealer } from '../../../platform/config/master-key.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { PieceLost, readPieces, removePieces } from '../../../platform/files/pieces.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { verifyContainer, type Verdict } from './container.ts'
import { readContainer, toContainer } from './firmware-presenters.ts'
import { endCheck, readCheck } from './firmware-checks.queries.ts'
import { findKeyFor } from './firmware-keys.queries.ts'
import { readFirmware } from './firmware.queries.ts'
import { sealedFor, unpackSecrets } from './key-file.ts'

const Payload = z.object({ checkId: z.uuid() })

export const checkFirmwareKind: JobKind<z.infer<typeof Payload>> = {
  name: 'firmware.check',
  payload: Payload,
  triesAtMost: 6,
}

/** Keys in use or retired: signatures of a retired key stay valid. */
const keysOf =
  (db: Db, sealer: () => Promise<Sealer | null>, accountId: string) =>
  async (fingerprint: string) => {
    const key = await findKeyFor(db, accountId, fingerprint)
    const open = (await sealer())?.open
    if (!key || !open) return null
    const { encryptionKey } = unpackSecrets(open(key.secrets_sealed, sealedFor(key.fingerprint)))
    return { publicKey: key.public_key, encryptionKey }
  }

type Check = NonNullable<Awaited<ReturnType<typeof readCheck>>>

/** The bytes to check, and the owner of the signing keys; null if it was deleted. */
const openSubject = async (db: Db, store: FileStore, check: Check) => {
  if (check.key !== null)
    return {
      accountId: check.account_id,
      file: readPieces(store, {
        key: check.key,
        bytes: check.bytes,
        pieceBytes: check.piece_bytes,
      }),
    }
  const build = check.firmware_id === null ? undefined : await readFirmware(db, check.firmware_id)
  const container = build && toContainer(build)
  return build && container && build.signature
    ? { accountId: build.account_id, file: readContainer(store, container, build.signature) }
    : null
}

const hashed = async function* (
  file: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
) {
  for await (const part of file) {
    hash.update(part)
    yield part
  }
}

/** @throws errors of the store and the database */
const judge = async (
  { db, store, sealer }: { db: Db; store: FileStore; sealer: () => Promise<Sealer | null> },
  check: Check,
): Promise<{ verdict: Verdict; sha256: Buffer | null }> => {
  const lost = { verdict: { header: null, refusal: 'lost' as FirmwareRefusal }, sha256: null }
  const subject = await openSubject(db, store, check)
  if (!subject) return lost
  const hash = createHash('sha256')
  const file = hashed(subject.file, hash)
  try {
    const verdict = await verifyContainer(file, check.bytes, keysOf(db, sealer, subject.accountId))
    // Reads the rest of a file that is refused early, to compute its hash.
    for await (const part of file) void part
    return { verdict, sha256: hash.digest() }
  } catch (error) {
    if (error instanceof PieceLost) return lost
    throw error
  }
}

export const checkFirmwareJob = (
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  store: FileStore = openFileStore(services.config),
): Job => {
  const { db, clock, config } = services
  const sealer = createSealer(config)
  return createJob(checkFirmwareKind, async ({ checkId }) => {
    const check = await readCheck(db, checkId)
    if (check?.state !== 'checking') return
    const { verdict, sha256 } = await judge({ db, store, sealer }, check)
    await endCheck(db, checkId, {
      state: verdict.refusal === null ? 'passed' : 'refused',
      reason: verdict.refusal,
      sha256,
      fingerprint: verdict.header?.fingerprint ?? null,
      firmware_type: verdict.header?.firmwareType ?? null,
      build_version: verdict.header?.version ?? null,
      key: null,
      checked_at: new Date(clock.now()),
    })
    if (check.key !== null)
      await removePieces(store, {
        key: check.key,
        bytes: check.bytes,
        pieceBytes: check.piece_bytes,
      })
  })
}
