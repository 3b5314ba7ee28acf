// Actions on a file that has been read: selecting items, applying, cancelling, undoing.
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import type { JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { applyImportsKind, type Order } from './apply-import.ts'
import { chooseItems, countItems, deleteItems, updateImport } from './geometry-imports.queries.ts'
import { readImport } from './import-presenters.ts'
import { importKind } from './import-kind.ts'
import type { Calls, Deps } from './import-deps.ts'
import { undoImportsKind } from './undo-import.ts'

export const chooseGeometryItems =
  ({ change }: Deps): Calls['chooseGeometryItems'] =>
  ({ params: { importId }, body }, context) => {
    const asked = { id: importId, to: 'change', action: 'geometry-import.choose' } as const
    return change(context, importKind, asked, async (trx) => ({
      details: { ...body, numbers: body.numbers?.length ?? null },
      write: async () => {
        await chooseItems(trx, importId, body)
        await countItems(trx, importId)
      },
      answer: () => readImport(trx, context.caller, importId),
    }))
  }

const enqueue = (
  trx: Tx,
  kind: JobKind<Order>,
  importId: string,
  { caller, ip, language, traceId }: SignedInContext,
): Promise<void> =>
  enqueueJob(
    trx,
    kind,
    { importId, userId: caller.userId, ip, language },
    { key: `geometry-import-${importId}`, traceId },
  )

export const applyGeometryImport =
  ({ change }: Deps): Calls['applyGeometryImport'] =>
  ({ params: { importId } }, context) => {
    const { caller } = context
    const asked = { id: importId, to: 'apply', action: 'geometry-import.apply' } as const
    return change(context, importKind, asked, async (trx, row) => ({
      details: { chosen: row.chosen_count },
      write: async () => {
        await updateImport(trx, importId, {
          status: 'applying',
          done_count: 0,
          is_cancel_asked: false,
          problem: null,
        })
        await enqueue(trx, applyImportsKind, importId, context)
      },
      answer: () => readImport(trx, caller, importId),
    }))
  }

/** While it is applied, only a stop is requested; the response shows the state at that time. */
export const cancelGeometryImport =
  ({ change, store }: Deps): Calls['cancelGeometryImport'] =>
  async ({ params: { importId } }, context) => {
    const { caller } = context
    const asked = { id: importId, to: 'cancel', action: 'geometry-import.cancel' } as const
    let forgotten: string | null = null
    const answer = await change(context, importKind, asked, async (trx, row, now) => ({
      write: async () => {
        if (row.status === 'applying') return updateImport(trx, importId, { is_cancel_asked: true })
        forgotten = row.key
        await deleteItems(trx, importId)
        return updateImport(trx, importId, { status: 'cancelled', key: null, finished_at: now })
      },
      answer: () => readImport(trx, caller, importId),
    }))
    if (forgotten !== null) await store.remove(forgotten)
    return answer
  }

export const undoGeometryImport =
  ({ change }: Deps): Calls['undoGeometryImport'] =>
  ({ params: { importId } }, context) => {
    const { caller } = context
    const asked = { id: importId, to: 'undo', action: 'geometry-import.undo' } as const
    return change(context, importKind, asked, async (trx) => ({
      write: async () => {
        await updateImport(trx, importId, { status: 'undoing', done_count: 0 })
        await enqueue(trx, undoImportsKind, importId, context)
      },
      answer: () => readImport(trx, caller, importId),
    }))
  }
