// Removes uploads that nothing has referred to for a day.
import { tx } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import type { Services } from '../../platform/services.ts'
import { deleteFiles, lockUnclaimed } from './files.queries.ts'

const keptMs = 24 * 3_600_000
const everyMs = 3_600_000
const atATime = 100

/**
 * Answers how many went. Bytes first: a row whose bytes are gone already is taken up again the next
 * time.
 */
export const sweepFiles = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  let removed = 0
  for (;;) {
    const keys = await tx(db, async (trx) => {
      const found = await lockUnclaimed(trx, new Date(clock.now() - keptMs), atATime)
      for (const key of found) await store.remove(key)
      await deleteFiles(trx, found)
      return found
    })
    removed += keys.length
    if (keys.length < atATime) return removed
  }
}

export const startFileSweeper = (
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
): { stop: () => Promise<void> } => {
  const store = openFileStore(services.config)
  let sweeping: Promise<unknown> = Promise.resolve()
  const sweep = (): void => {
    sweeping = sweepFiles(services, store).catch((error: unknown) =>
      services.log.error({ err: error }, 'unclaimed uploads could not be removed'),
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
