import { z } from 'zod'
import type { JobKind } from '../../../platform/jobs/job-kind.ts'

/** Enqueued when a client's balance has changed. */
export const lockDronesKind: JobKind<{ clientId: number }> = {
  name: 'leasing.lock',
  payload: z.object({ clientId: z.int() }),
  triesAtMost: 10,
}
