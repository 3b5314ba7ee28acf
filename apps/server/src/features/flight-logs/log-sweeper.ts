// Takes up logs whose reader was lost, and removes what nobody goes on with.
import { tx } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import type { Services } from '../../platform/services.ts'
import { deleteLog, lockForgotten } from './flight-logs.queries.ts'
import { removePieces } from './log-pieces.ts'
import { createLogReader, storedLogOf } from './log-reader.ts'

const dayMs = 86_400_000
/**
 * An upload that nothing more came of, and a log that was read and neither accepted nor cancelled.
 */
const interruptedMs = 2 * dayMs
const waitingMs = 30 * dayMs
const everyMs = 60_000
const atATime = 20

/** Answers how many went. */
export const sweepLogs = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  let removed = 0
  for (;;) {
    const count = await tx(db, async (trx) => {
      const forgotten = await lockForgotten(
        trx,
        {
          uploadingBefore: new Date(clock.now() - interruptedMs),
          waitingBefore: new Date(clock.now() - waitingMs),
        },
        atATime,
      )
      for (const log of forgotten) {
        await removePieces(store, storedLogOf(log))
        await deleteLog(trx, log.id)
      }
      return forgotten.length
    })
    removed += count
    if (count < atATime) return removed
  }
}

export const startLogSweeper = (
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
): { stop: () => Promise<void> } => {
  const store = openFileStore(services.config)
  const reader = createLogReader(services)
  let sweeping: Promise<unknown> = Promise.resolve()
  const sweep = (): void => {
    sweeping = reader
      .readLost()
      .then(() => sweepLogs(services, store))
      .catch((error: unknown) =>
        services.log.error({ err: error }, 'forgotten flight logs could not be removed'),
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
