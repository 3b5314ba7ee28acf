// Flights are assigned to tasks together with their records. When a task's drones, days, plots or
// crop change, existing flights are reassigned. Once a day all open tasks are reassigned, for
// changes without an event: a plot was redrawn, a season was entered late, a chemical was renamed.
import { z } from 'zod'
import { assignTasksAgain } from '../../../gateway/recompute/public.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { listAssignments } from './assign-again.queries.ts'

const Payload = z.object({
  taskId: z.int().optional().describe('Absent: all that are open'),
  droneIds: z.array(z.string()).optional().describe('That have left it, beside its own'),
  fromDay: z.string().optional(),
  untilDay: z.string().optional(),
})
type Payload = z.infer<typeof Payload>

export const assignFlightsKind: JobKind<Payload> = {
  name: 'tasks.assign',
  payload: Payload,
  triesAtMost: 10,
  schedule: { hour: 19, minute: 41 },
}

type Changed = { id: number; start_day: string; end_day: string }

/** Runs in the transaction of the change. Includes the days and drones before the change. */
export const assignAgain = (
  trx: Tx,
  before: Changed,
  {
    droneIds = [],
    after = before,
  }: { droneIds?: readonly string[]; after?: Omit<Changed, 'id'> } = {},
): Promise<void> =>
  enqueueJob(trx, assignFlightsKind, {
    taskId: before.id,
    droneIds: [...droneIds],
    fromDay: before.start_day < after.start_day ? before.start_day : after.start_day,
    untilDay: before.end_day > after.end_day ? before.end_day : after.end_day,
  })

const dayMs = 86_400_000

/** Covers the days in every time zone. */
const rangeOf = (fromDay: string, untilDay: string) => ({
  fromMs: Date.parse(`${fromDay}T00:00:00Z`) - dayMs,
  untilMs: Date.parse(`${untilDay}T00:00:00Z`) + 2 * dayMs,
})

export const assignFlights = async (
  { db }: Pick<Services, 'db'>,
  { taskId, droneIds = [], fromDay, untilDay }: Payload,
  signal: AbortSignal,
): Promise<void> => {
  for (const task of await listAssignments(db, taskId)) {
    const range = rangeOf(fromDay ?? task.start_day, untilDay ?? task.end_day)
    for (const droneId of new Set([...task.drone_ids, ...droneIds])) {
      signal.throwIfAborted()
      await tx(db, (trx) => assignTasksAgain(trx, droneId, range))
    }
  }
}

export const assignFlightsJob = (services: Services): Job =>
  createJob(assignFlightsKind, (payload, { signal }) => assignFlights(services, payload, signal))
