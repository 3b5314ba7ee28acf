// The retention: months that are due are archived. Several processes divide them.
import { findOldestProgram } from '../../platform/database/oldest-program.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { aloneInMonth } from './alone.queries.ts'
import { archiveMonth, readsArchives, type Archived, type Run } from './archive-months.ts'
import {
  dayOf,
  monthOf,
  monthsCheckedSince,
  oldestFlightAt,
  readTrackRetention,
  type Month,
} from './archives.queries.ts'

/** A month with chunks that were not settled, or that was restored, waits this long. */
const checkedAgainMs = 30 * 86_400_000

/** Whether all programs that may run on the database read archives. */
export const mayArchive = async (db: Db): Promise<boolean> =>
  (await findOldestProgram(db)) >= readsArchives

/** Months from the first flight on that had ended `months` months before the current one. */
export async function* monthsBefore(db: Db, nowMs: number, months: number): AsyncGenerator<Month> {
  const oldest = await oldestFlightAt(db)
  if (!oldest) return
  const end = monthOf(new Date(nowMs), -months).from
  for (let month = monthOf(oldest, -1); month.until <= end; month = monthOf(month.until))
    yield month
}

const isDue = async (db: Db, month: Month, nowMs: number): Promise<boolean> =>
  !(await monthsCheckedSince(db, new Date(nowMs - checkedAgainMs))).has(dayOf(month.from))

/**
 * Archives the months that are older than the retention, without those that another process is
 * archiving.
 * @returns false if programs that cannot read archives may run, so that nothing was done
 */
export const archiveDueMonths = async (
  run: Run,
  onMonth: (month: Month, sum: Archived & { kept: number }) => void | Promise<void>,
): Promise<boolean> => {
  const { db, now } = run
  const { archiveAfterMonths } = await readTrackRetention(db)
  if (archiveAfterMonths === null) return true
  if (!(await mayArchive(db))) return false
  for await (const month of monthsBefore(db, now().getTime(), archiveAfterMonths)) {
    if (!(await isDue(db, month, now().getTime()))) continue
    const sum = await aloneInMonth(db, month, async () =>
      // Another process may have done it since.
      (await isDue(db, month, now().getTime())) ? archiveMonth(run, month) : undefined,
    )
    if (sum && sum.files > 0) await onMonth(month, sum)
  }
  return true
}
