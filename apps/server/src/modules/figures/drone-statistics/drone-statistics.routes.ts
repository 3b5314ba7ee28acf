// Work of each drone: the list, and an export that is created in the background.
import type {
  droneStatisticRoutes,
  StatisticsExport,
} from '@swath/contract/figures/drone-statistics'
import { createChanges, nothing } from '../../../platform/change/change.ts'
import type { RowKind } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { toOffset } from '../../../platform/listing/page.ts'
import type { Services } from '../../../platform/services.ts'
import { pageOfDrones, readDrones, readTotals, toWorkAsked } from './drone-figures.ts'
import { exportKeptMs } from './export-cleanup.ts'
import { makeExportsKind } from './make-export.ts'
import {
  deleteExport,
  findExport,
  insertExport,
  listExports,
  lockExport,
  type ExportRow,
} from './statistics-exports.queries.ts'

type Calls = Handlers<typeof droneStatisticRoutes>

/** Per person, finished or in progress. */
const exportsAtMost = 10

const exportKind: RowKind<ExportRow, 'change'> = {
  type: 'statistics-export',
  lock: (trx, { caller }, id) => lockExport(trx, caller, id),
  refusal: () => null,
  identify: ({ id, format }) => ({ id, name: `drone-statistics.${format}` }),
}

const presentExport = (row: ExportRow): StatisticsExport => ({
  exportId: row.id,
  format: row.format,
  state: row.state,
  rowNum: row.row_count,
  doneNum: row.done_count,
  bytes: row.bytes,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  keptUntil:
    row.state === 'done' ? new Date(row.created_at.getTime() + exportKeptMs).toISOString() : null,
})

const listStatistics =
  ({ readDb }: Services): Calls['listDroneStatistics'] =>
  async ({ query }, { caller: { scope, timeZone } }) => {
    const asked = toWorkAsked(query, timeZone)
    const [stats, ids] = await Promise.all([
      readTotals(readDb, scope, asked),
      pageOfDrones(readDb, scope, asked, query.order, toOffset(query)),
    ])
    return {
      items: await readDrones(readDb, scope, asked, ids),
      total: stats.droneNum,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats,
    }
  }

const startExport =
  (services: Services): Calls['startDroneStatisticsExport'] =>
  ({ body: { asked, areaUnit, format } }, context) =>
    createChanges(services).record(context, async (trx, now) => {
      const { caller, language, traceId } = context
      if ((await listExports(trx, caller)).length >= exportsAtMost)
        fail('too_many_exports', { count: exportsAtMost })
      const id = uuidv7(now.getTime())
      return {
        action: 'statistics-export.start',
        object: { type: 'statistics-export', id, name: `drone-statistics.${format}` },
        details: { after: asked },
        write: async () => {
          await insertExport(trx, {
            id,
            account_id: caller.accountId,
            user_id: caller.userId,
            asked: JSON.stringify(asked),
            format,
            area_unit: areaUnit,
            language,
            state: 'waiting',
            created_at: now,
          })
          await enqueueJob(trx, makeExportsKind, { exportId: id }, { traceId })
        },
        answer: async () => presentExport((await findExport(trx, caller, id))!),
      }
    })

const cancelExport =
  (services: Services, store: FileStore): Calls['cancelDroneStatisticsExport'] =>
  ({ params: { exportId: id } }, context) =>
    createChanges(services).change(
      context,
      exportKind,
      { id, to: 'change', action: 'statistics-export.remove' },
      async (trx, { key }) => ({
        write: async () => {
          await deleteExport(trx, id)
          if (key !== null) await store.remove(key)
        },
        answer: nothing,
      }),
    )

const fetchExport =
  ({ db }: Services, store: FileStore): Calls['fetchDroneStatisticsExport'] =>
  async ({ params }, { caller, setHeader }) => {
    const row = await findExport(db, caller, params.exportId)
    const bytes = row?.key == null ? null : await store.get(row.key)
    if (!row || !bytes) return fail('not_found')
    setHeader('content-type', 'application/octet-stream')
    setHeader('content-disposition', `attachment; filename="drone-statistics.${row.format}"`)
    return Buffer.from(bytes)
  }

export const droneStatisticHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Calls => ({
  listDroneStatistics: listStatistics(services),
  startDroneStatisticsExport: startExport(services),
  listDroneStatisticsExports: async (_input, { caller }) => ({
    items: (await listExports(services.db, caller)).map(presentExport),
  }),
  cancelDroneStatisticsExport: cancelExport(services, store),
  fetchDroneStatisticsExport: fetchExport(services, store),
})
