import { z } from 'zod'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { IndexPage, SearchText, Time, filter, indexPaged, TimeFrom, TimeUntil } from '../fields.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf } from '../list-calls.ts'
import { Device } from './sessions.ts'

const route = routeWithTag('System logs')
const base = '/api/user/systemLog/manage'
const policy = { screens: ['system-log-list'] } as const

export const logTypes = ['1', '2'] as const
const LogType = z.literal([1, 2]).describe('1 sign-in and access, 2 change')

/** One logged action, described in the language of the request. */
export const SystemLog = z
  .object({
    logId: notARow('No call accepts it', z.string()).describe(
      'Composed of the account and the number',
    ),
    number: z.int().describe('Sequence number within the account: 1, 2, 3 … without gaps'),
    time: Time,
    logType: LogType,
    accountId: id('account'),
    accountName: z.string(),
    userName: z.string(),
    ip: z.string().nullable(),
    device: z.string().nullable().describe('The User-Agent header'),
    deviceName: Device.nullable().describe('Device as identified by the User-Agent header'),
    action: z.string().describe('Code of the action, for example no-fly-zone.delete'),
    sentence: z.string(),
    objectType: z.string().nullable(),
    objectId: notARow('Of any kind; no call takes it', z.string()).nullable(),
    objectName: z.string().nullable(),
    changes: z
      .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe('Changed fields; all fields for a new object'),
    details: z.record(z.string(), z.unknown()).describe('Additional details of the action'),
  })
  .meta({ id: 'SystemLog' })
export type SystemLog = z.infer<typeof SystemLog>

/** Pages beyond this number of rows are refused; a shorter period finds such rows. */
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
    logType: filter(z.enum(['1', '2', '1,2'])).describe('Defaults to 1,2 (both)'),
    action: filter(z.string().regex(/^[a-z][a-z0-9-]{0,40}\.[a-z][a-z0-9-]{0,40}$/)),
  },
  columns: {
    time: { label: 'system-logs:time', kind: 'time', exact: true, sort: true, phone: 'figure' },
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
    deviceName: { label: 'system-logs:device', kind: 'own', only: 'screen' },
    device: { label: 'system-logs:device', only: 'file' },
  },
})

export const systemLogRoutes = {
  listSystemLogs: route('GET', `${base}/getSystemLogList`, {
    summary: 'List the actions logged in the caller’s account and its sub-accounts',
    policy,
    query: IndexPage.extend(systemLogList.asked),
    out: indexPaged(SystemLog).extend({
      total: z.int().describe(`Number of matching rows, counted up to ${logRowsAtMost}`),
      stats: countEach(logTypes).describe(
        `Counts by type, up to ${logRowsAtMost + 1} each; all filters except the type apply`,
      ),
      more: z.boolean().describe('Whether there are more rows than total'),
      actions: z
        .array(z.object({ action: z.string(), label: z.string() }))
        .describe('All actions that can be logged, as choices for the filter'),
    }),
  }),
  exportSystemLogs: route('GET', `${base}/export`, {
    summary: 'Export the filtered log as CSV or XLSX (streamed)',
    policy,
    ...fileOf(systemLogList),
  }),
  checkSystemLog: route('GET', `${base}/check`, {
    summary:
      'Check that the log of the caller’s account has not been altered; computed at most once a minute',
    policy,
    out: z.object({
      whole: z.boolean(),
      number: z.int().describe('Number of the last unaltered row'),
      othersListed: z
        .boolean()
        .describe(
          'Whether the list also contains the logs of other accounts, which are not checked',
        ),
      checkedAt: Time,
    }),
  }),
}
