import type { Services } from '../services.ts'
import { tx } from './database.ts'
import { mergeSumChanges } from './sum-changes.queries.ts'

const everyMs = 60_000

/**
 * Keeps the changes to the sums above the long lists few
 * (docs/decisions/042-sums-of-long-lists.md).
 */
export const startSumMerger = ({
  db,
  log,
}: Pick<Services, 'db' | 'log'>): { stop: () => Promise<void> } => {
  let merging: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    merging = tx(db, mergeSumChanges).catch((error: unknown) =>
      log.error(
        { err: error },
        'sums could not be brought up to date; they are read with their changes',
      ),
    )
  }, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await merging
    },
  }
}
