// Undoes an import, in one transaction: removes everything unchanged since, or nothing.
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { tx } from '../../../platform/database/database.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { Order } from './apply-import.ts'
import {
  countItems,
  findAnyImport,
  madeIds,
  markKept,
  tellProgress,
  updateImport,
} from './geometry-imports.queries.ts'
import { importKind } from './import-kind.ts'
import { importTargets } from './import-targets.ts'

export const undoImportsKind: JobKind<Order> = {
  name: 'geometry-imports.undo',
  payload: Order,
  triesAtMost: 3,
}

const itemsAtOnce = 200

type UndoServices = Pick<Services, 'db' | 'clock' | 'events'>

export const undoImport = async (
  services: UndoServices,
  { importId, userId, ip }: Order,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, events } = services
  const row = await findAnyImport(db, importId)
  // Done by an earlier attempt.
  if (row?.status !== 'undoing') return
  const target = importTargets[row.target]
  const person = await findPersonById(db, userId)
  await tx(db, async (trx) => {
    const now = new Date(clock.now())
    const made = await madeIds(trx, importId)
    const keptIds: string[] = []
    for (let from = 0; from < made.length; from += itemsAtOnce) {
      signal.throwIfAborted()
      const some = made.slice(from, from + itemsAtOnce)
      keptIds.push(...(await target.takeBack(trx, some, now)).keptIds)
      await tellProgress(db, importId, from + some.length)
    }
    await markKept(trx, importId, keptIds)
    await countItems(trx, importId)
    await updateImport(trx, importId, { status: 'undone', finished_at: now })
    await createChanges(services).note(
      trx,
      {
        accountId: row.account_id,
        user: { id: userId, name: person?.userName ?? row.created_by_name },
        ip,
      },
      {
        action: 'geometry-import.undone',
        object: { type: importKind.type, ...importKind.identify(row) },
        details: { removed: made.length - keptIds.length, kept: keptIds.length },
      },
    )
  })
  target.tell(events)
}

export const undoImportsJob = (services: UndoServices): Job =>
  createJob(undoImportsKind, (order, { signal }) => undoImport(services, order, signal))
