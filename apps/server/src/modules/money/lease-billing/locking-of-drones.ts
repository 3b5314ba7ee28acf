import { z } from 'zod'
import type { JobKind } from '../../../platform/jobs/job-kind.ts'

/** Put in line where a client's balance is another than before. */
export const lockDronesKind: JobKind<{ clientId: number }> = {
  name: 'leasing.lock',
  payload: z.object({ clientId: z.int() }),
  triesAtMost: 10,
}
