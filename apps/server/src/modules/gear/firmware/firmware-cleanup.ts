// Removes abandoned uploads.
import { z } from 'zod'
import { tx, type Tx } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { removePieces } from '../../../platform/files/pieces.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { lockAbandonedChecks, removeCheck } from './firmware-checks.queries.ts'
import { lockAbandoned, removeFirmware } from './firmware.queries.ts'

const abandonedMs = 2 * 86_400_000
const atATime = 20

export const removeAbandonedFirmwareKind: JobKind<object> = {
  name: 'firmware.remove-abandoned',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 40 },
}

type Abandoned = { id: string; key: string | null; bytes: number; piece_bytes: number }

export const removeAbandonedFirmwareJob = (
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  store: FileStore = openFileStore(services.config),
): Job => {
  const { db, clock } = services
  const removeSome = (
    find: (trx: Tx, before: Date, atOnce: number) => Promise<Abandoned[]>,
    remove: (trx: Tx, id: string) => Promise<void>,
  ): Promise<number> =>
    tx(db, async (trx) => {
      const rows = await find(trx, new Date(clock.now() - abandonedMs), atATime)
      for (const { id, key, bytes, piece_bytes: pieceBytes } of rows) {
        if (key !== null) await removePieces(store, { key, bytes, pieceBytes })
        await remove(trx, id)
      }
      return rows.length
    })
  return createJob(removeAbandonedFirmwareKind, async () => {
    while ((await removeSome(lockAbandoned, removeFirmware)) === atATime);
    while ((await removeSome(lockAbandonedChecks, removeCheck)) === atATime);
  })
}
