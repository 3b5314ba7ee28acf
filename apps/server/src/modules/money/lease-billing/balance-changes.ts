import { z } from 'zod'
import type { JobKind } from '../../../platform/jobs/job-kind.ts'

/** A client's balance has changed: enqueued in the transaction that moved the money. */
export const balanceChanges: JobKind<{ clientId: number }> = {
  name: 'leasing.balance',
  payload: z.object({ clientId: z.int() }),
  triesAtMost: 10,
}
