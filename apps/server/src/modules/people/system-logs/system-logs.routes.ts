import {
  logRowsAtMost,
  systemLogList,
  type SystemLog,
  type systemLogRoutes,
} from '@swath/contract/people/system-logs'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import { verifyChain } from '../../../platform/audit/audit.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { listChanges } from './log-changes.ts'
import { actionChoices, tell } from './log-sentences.ts'
import { describeDevice } from '../sessions/device.ts'
import {
  countLogs,
  eachLog,
  pageOfLogs,
  pickLogAccounts,
  type LogRecord,
} from './system-logs.queries.ts'

/**
 * How long the result of a check is reused, because reading the whole log on every request could be
 * abused to overload the server.
 */
const checkedForMs = 60_000
const checksKept = 1_000

const pickUserAgent = ({ details }: LogRecord): string | null =>
  typeof details['userAgent'] === 'string' ? details['userAgent'] : null

const present = (row: LogRecord, language: Language): SystemLog => {
  const { before, after, userAgent: _shown, ...noted } = row.details
  const device = pickUserAgent(row)
  return {
    logId: `${row.account_id}:${row.number}`,
    number: row.number,
    time: row.at.toISOString(),
    logType: row.log_type,
    accountId: row.account_id,
    accountName: row.account_name,
    userName: row.user_name,
    ip: row.ip,
    device,
    deviceName: device === null ? null : describeDevice(device),
    action: row.action,
    sentence: tell(row, language),
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    changes: listChanges({ before, after }),
    details: noted,
  }
}

type Check = { whole: boolean; number: number; checkedAt: string }

const listsOthers = (caller: Caller): boolean => pickLogAccounts(caller)?.length !== 1

export const systemLogHandlers = ({
  db,
  readDb,
  clock,
}: Services): Handlers<typeof systemLogRoutes> => {
  const checks = new Map<string, { untilMs: number; check: Promise<Check> }>()

  const check = async (accountId: string): Promise<Check> => {
    const checkedAt = new Date(clock.now()).toISOString()
    const chain = await verifyChain(db, accountId)
    return chain.whole
      ? { whole: true, number: chain.rows, checkedAt }
      : { whole: false, number: chain.brokenAt - 1, checkedAt }
  }

  return {
    listSystemLogs: async ({ query }, { caller, language }) => {
      if (query.pageIndex * query.size > logRowsAtMost)
        fail('invalid_input', {}, [{ path: 'query.pageIndex', message: 'pageTooFar' }])
      const count = (logType: '1' | '2') =>
        countLogs(readDb, caller, { ...query, logType }, logRowsAtMost + 1)
      const [rows, signIns, changes] = await Promise.all([
        pageOfLogs(readDb, caller, query, query),
        count('1'),
        count('2'),
      ])
      const stats = { 1: signIns, 2: changes }
      const { logType = '1,2' } = query
      const counted = logType === '1,2' ? signIns + changes : stats[logType]
      return {
        items: rows.map((row) => present(row, language)),
        total: Math.min(counted, logRowsAtMost),
        more: counted > logRowsAtMost,
        stats,
        pageIndex: query.pageIndex,
        size: query.size,
        actions: actionChoices(language),
      }
    },

    exportSystemLogs: async ({ query }, context) =>
      listFile(systemLogList, query, context, {
        rows: eachLog(readDb, context.caller, query),
        present: (row) => present(row, context.language),
      }),

    checkSystemLog: async (_input, { caller }) => {
      const othersListed = listsOthers(caller)
      const known = checks.get(caller.accountId)
      if (known && known.untilMs > clock.now()) return { ...(await known.check), othersListed }
      if (checks.size >= checksKept) checks.clear()
      const fresh = check(caller.accountId)
      checks.set(caller.accountId, { untilMs: clock.now() + checkedForMs, check: fresh })
      // The error reaches the waiting requests, and the next request tries again.
      fresh.catch(() => checks.delete(caller.accountId))
      return { ...(await fresh), othersListed }
    },
  }
}
