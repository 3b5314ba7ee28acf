// Lists, previews and downloads app logs.
import { appLogList } from '@swath/contract/gear/app-logs'
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { attachment } from '../../../platform/http/attachment.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { readKeptDays } from './app-log-removal.queries.ts'
import { findLog, logRows, logSums, type LogRow } from './app-logs.queries.ts'
import { readPreview } from './log-content.ts'
import type { Calls, Deps } from './app-log-deps.ts'
import { presentLog, refuseGovernments } from './app-log-presenters.ts'

const readContent = async (
  { store, log }: Pick<Deps, 'store' | 'log'>,
  row: LogRow,
): Promise<Uint8Array> => {
  const bytes = await store.get(row.key)
  if (bytes) return bytes
  log.error({ logId: row.id }, 'an app log that the database names is not in the store')
  return fail('not_found')
}

export const listAppLogs =
  ({ db, readDb }: Deps): Calls['listAppLogs'] =>
  async ({ query }, { caller }) => {
    refuseGovernments(caller)
    const page = {
      currentPage: query.pageIndex ?? query.currentPage,
      pageSize: query.size ?? query.pageSize,
    }
    const [rows, sums, days] = await Promise.all([
      logRows.page(readDb, caller.scope, query, page),
      logSums(readDb, caller.scope, query),
      readKeptDays(db, caller.accountId),
    ])
    const may = canManageEquipment(caller)
    return {
      items: rows.map((row) => presentLog(row, caller)),
      total: sums.total,
      ...page,
      stats: { total: sums.total, bytes: sums.bytes, droneNum: sums.drones },
      kept: { days },
      can: { delete: may, keep: may },
    }
  }

export const exportAppLogs =
  ({ readDb }: Deps): Calls['exportAppLogs'] =>
  async ({ query }, context) => {
    refuseGovernments(context.caller)
    return listFile(appLogList, query, context, {
      rows: logRows.each(readDb, context.caller.scope, query),
      present: (row) => presentLog(row, context.caller),
    })
  }

export const getAppLog =
  ({ readDb }: Deps): Calls['getAppLog'] =>
  async ({ params }, { caller }) => {
    refuseGovernments(caller)
    return presentLog(
      (await findLog(readDb, caller.scope, params.logId)) ?? fail('not_found'),
      caller,
    )
  }

export const previewAppLog =
  ({ store, db, log }: Deps): Calls['previewAppLog'] =>
  async ({ params }, { caller }) => {
    refuseGovernments(caller)
    const row = (await findLog(db, caller.scope, params.logId)) ?? fail('not_found')
    return row.kind === 'text' || row.kind === 'gzip'
      ? readPreview(await readContent({ store, log }, row))
      : { lines: [], isWhole: false, encoding: null }
  }

export const downloadAppLog =
  ({ store, db, log }: Deps): Calls['downloadAppLog'] =>
  async ({ params }, { caller, setHeader }) => {
    refuseGovernments(caller)
    const row = (await findLog(db, caller.scope, params.logId)) ?? fail('not_found')
    const bytes = await readContent({ store, log }, row)
    // Served as a download, so that no browser opens or runs it.
    setHeader('content-type', 'application/octet-stream')
    setHeader('content-disposition', attachment(row.file_name, 'app-log'))
    setHeader('content-security-policy', "sandbox; default-src 'none'")
    setHeader('cache-control', 'private, no-store')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
