import { z } from 'zod'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { IndexPage, SearchText, Time, filter, indexPaged, TimeFrom, TimeUntil } from '../fields.ts'
import { declareList } from '../list.ts'
import { fileOf } from '../list-calls.ts'

const route = routeWithTag('System logs')
const base = '/api/user/systemLog/manage'
const policy = { screens: ['system-log-list'] } as const

const LogType = z.literal([1, 2]).describe('1 sign-in and access, 2 change')

/** One action, described in the language of the request. */
export const SystemLog = z
  .object({
    logId: notARow('No call takes it', z.string()).describe('Account and number'),
    number: z.int().describe('1, 2, 3 … without gaps within the account'),
    time: Time,
    logType: LogType,
    accountId: id('account'),
    accountName: z.string(),
    userName: z.string(),
    ip: z.string().nullable(),
    device: z.string().nullable().describe('What the browser says it is'),
    action: z.string().describe('no-fly-zone.delete'),
    sentence: z.string(),
    objectType: z.string().nullable(),
    objectId: notARow('Of any kind, told and not taken', z.string()).nullable(),
    objectName: z.string().nullable(),
    changes: z
      .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe('What is different afterwards; of something new, all of it'),
    details: z.record(z.string(), z.unknown()).describe('What else was noted'),
  })
  .meta({ id: 'SystemLog' })
export type SystemLog = z.infer<typeof SystemLog>

/** Beyond so many rows a page is not read: a narrower time finds them faster. */
export const logRowsAtMost = 10_000

export const systemLogList = declareList({
  name: 'system-logs',
  call: 'listSystemLogs',
  fileCall: 'exportSystemLogs',
  row: SystemLog,
  rowKey: 'logId',
  paging: 'pageIndex',
  sortName: 'order',
  defaultSort: '-time',
  filters: {
    accountName: SearchText,
    userName: SearchText,
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
    logType: filter(z.enum(['1', '2', '1,2'])).describe('1,2 by default'),
    action: filter(z.string().regex(/^[a-z][a-z0-9-]{0,40}\.[a-z][a-z0-9-]{0,40}$/)),
  },
  columns: {
    time: { label: 'system-logs:time', kind: 'time', sort: true, phone: 'figure' },
    accountName: { label: 'terms:account' },
    number: { label: 'system-logs:number', kind: 'count' },
    logType: {
      label: 'system-logs:kind',
      kind: 'code',
      labels: { 1: 'system-logs:kindSignIn', 2: 'system-logs:kindChange' },
    },
    userName: { label: 'system-logs:user', phone: 'figure' },
    sentence: { label: 'system-logs:sentence', phone: 'title' },
    action: { label: 'system-logs:actionCode', only: 'file' },
    ip: { label: 'system-logs:address' },
    device: { label: 'system-logs:device' },
  },
})

export const systemLogRoutes = {
  listSystemLogs: route('GET', `${base}/getSystemLogList`, {
    summary: 'What was done in the own account and those below it',
    policy,
    query: IndexPage.extend(systemLogList.asked),
    out: indexPaged(SystemLog).extend({
      total: z.int().describe(`Counted up to ${logRowsAtMost}`),
      more: z.boolean().describe('There are more than were counted'),
      actions: z
        .array(z.object({ action: z.string(), label: z.string() }))
        .describe('Everything that a log can tell of, to choose from'),
    }),
  }),
  exportSystemLogs: route('GET', `${base}/export`, {
    summary: 'The filtered log as CSV or XLSX, streamed',
    policy,
    ...fileOf(systemLogList),
  }),
  checkSystemLog: route('GET', `${base}/check`, {
    summary: 'Whether the own account’s log is as it was written; worked out once a minute at most',
    policy,
    out: z.object({
      whole: z.boolean(),
      number: z.int().describe('Of the last row that is whole'),
      checkedAt: Time,
    }),
  }),
}
