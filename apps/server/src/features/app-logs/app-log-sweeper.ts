// Removes the bytes of logs that were deleted, that are kept no longer, or whose upload ended
// halfway; then their rows.
import { tx } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import type { Services } from '../../platform/services.ts'
import { deleteRows, lockLeaving, removeOutdated } from './app-logs.queries.ts'

const everyMs = 3_600_000
/** An upload is over one way or the other long before. */
const halfwayMs = 3_600_000
const atATime = 50

/**
 * Bytes first: a row whose bytes are gone already is taken up again the next time. Answers how many
 * went.
 */
export const clearAppLogs = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  let cleared = 0
  for (;;) {
    const count = await tx(db, async (trx) => {
      const leaving = await lockLeaving(trx, new Date(clock.now() - halfwayMs), atATime)
      for (const { key } of leaving) await store.remove(key)
      await deleteRows(
        trx,
        leaving.map(({ id }) => id),
      )
      return leaving.length
    })
    cleared += count
    if (count < atATime) return cleared
  }
}

export const sweepAppLogs = async (
  services: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  await removeOutdated(services.db, new Date(services.clock.now()))
  return clearAppLogs(services, store)
}

export const startAppLogSweeper = (
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
): { stop: () => Promise<void> } => {
  const store = openFileStore(services.config)
  let sweeping: Promise<unknown> = Promise.resolve()
  const sweep = (): void => {
    sweeping = sweepAppLogs(services, store).catch((error: unknown) =>
      services.log.error({ err: error }, 'deleted app logs could not be cleared away'),
    )
  }
  const timer = setInterval(sweep, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await sweeping
    },
  }
}
