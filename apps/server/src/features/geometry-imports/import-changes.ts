// What is done with a file that has been read: chosen from, applied, stopped, taken back.
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { applyingOfImports } from './apply-import.ts'
import {
  chooseItems,
  countItems,
  deleteItems,
  madeIds,
  markKept,
  updateImport,
} from './geometry-imports.queries.ts'
import { readImport } from './import-answers.ts'
import { importKind } from './import-kind.ts'
import { importTargets } from './import-targets.ts'
import type { Calls, Needs } from './import-needs.ts'

export const chooseGeometryItems =
  ({ change }: Needs): Calls['chooseGeometryItems'] =>
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

export const applyGeometryImport =
  ({ change }: Needs): Calls['applyGeometryImport'] =>
  ({ params: { importId } }, context) => {
    const { caller, traceId } = context
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
        await enqueueJob(
          trx,
          applyingOfImports,
          { importId, userId: caller.userId, ip: context.ip, language: context.language },
          { key: `geometry-import-${importId}`, traceId },
        )
      },
      answer: () => readImport(trx, caller, importId),
    }))
  }

/** While it is applied it is only asked to stop: whoever applies it answers by what it then is. */
export const cancelGeometryImport =
  ({ change, store }: Needs): Calls['cancelGeometryImport'] =>
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
  ({ change }: Needs): Calls['undoGeometryImport'] =>
  ({ params: { importId } }, context) => {
    const { caller } = context
    const asked = { id: importId, to: 'undo', action: 'geometry-import.undo' } as const
    return change(context, importKind, asked, async (trx, row, now) => {
      const target = importTargets[row.target]
      const made = await madeIds(trx, importId)
      const { keptIds } = await target.takeBack(trx, made, now)
      return {
        details: { removed: made.length - keptIds.length, kept: keptIds.length },
        write: async () => {
          await markKept(trx, importId, keptIds)
          await countItems(trx, importId)
          await updateImport(trx, importId, { status: 'undone', finished_at: now })
        },
        answer: () => readImport(trx, caller, importId),
        tell: target.tell,
      }
    })
  }
