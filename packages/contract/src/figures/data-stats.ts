import { z } from 'zod'
import { dimensions } from '@swath/domain/figures'
import { showTypes } from '@swath/domain/stat-settings'
import {
  AreaUnit,
  Page,
  RowVersion,
  SearchText,
  searchIn,
  SeenVersion,
  TableFormat,
  Time,
  filter,
  paged,
  flag,
  AskedDay,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { DataStatSettings, statMeasureNames } from './stat-settings.ts'

const route = routeWithTag('Data statistics')
const base = '/api/stat/dataStats'
const policy = { screens: ['data-stat-list'] } as const

export const statRecipientsAtMost = 20

/** Schedule of the mails, in the account’s time zone, and the members who receive them. */
export const DataStatMail = z
  .object({
    every: z.enum(['day', 'week', 'month']),
    weekday: z.int().min(1).max(7).default(1).describe('1 Monday … 7 Sunday; for weekly mails'),
    monthDay: z.int().min(1).max(28).default(1).describe('Day of the month; for monthly mails'),
    hour: z.int().min(0).max(23),
    userIds: z.array(id('user')).min(1, 'statNeedsRecipients').max(statRecipientsAtMost),
  })
  .meta({ id: 'DataStatMail' })
export type DataStatMail = z.infer<typeof DataStatMail>

const dataStatFields = {
  name: z.string().trim().min(1).max(80),
  shared: z
    .boolean()
    .default(false)
    .describe('True: visible to the whole account; false: only to its creator'),
  settings: DataStatSettings,
}
export const DataStatInput = z.object(dataStatFields)
export type DataStatInput = z.infer<typeof DataStatInput>

/** Without `settings`, its fields may be given at the top level, next to the name. */
const besideTheName = {
  settings: DataStatSettings.optional(),
  startTime: AskedDay.nullable().optional(),
  endTime: AskedDay.nullable().optional(),
}
const name = z
  .string()
  .trim()
  .max(80)
  .default('')
  .describe('Empty: the name is kept; a new statistic gets a default name')
const Saved = z.object({ ...dataStatFields, name, version: SeenVersion })
type Settings = z.input<typeof DataStatSettings>
const SavedStat = z
  .looseObject({ name, shared: dataStatFields.shared, ...besideTheName, version: SeenVersion })
  .transform(({ name: given, shared, settings, version, ...flat }): z.input<typeof Saved> => ({
    name: given,
    shared,
    settings: settings ?? (flat as Settings),
    version,
  }))
  .pipe(Saved)
const Asked = z.object({ settings: DataStatSettings })
const AskedStat = z
  .looseObject(besideTheName)
  .transform(({ settings, ...flat }): z.input<typeof Asked> => ({
    settings: settings ?? (flat as Settings),
  }))
  .pipe(Asked)

export const DataStat = z
  .object({
    statId: id('dataStat'),
    ...dataStatFields,
    showType: z.enum(showTypes),
    mail: DataStatMail.nullable(),
    mailDueAt: Time.nullable().describe('Time of the next scheduled mail'),
    createdByName: z.string(),
    own: z.boolean().describe('Whether the caller created it'),
    updatedAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'DataStat' })
export type DataStat = z.infer<typeof DataStat>

const Day = z.iso.date()
const DayRange = z.object({
  from: Day.nullable(),
  until: Day.nullable().describe('Day after the last day'),
})
const Value = z.number().nullable().describe('Areas in mu, times in seconds; null: not known yet')

/** A statistic's current figures. */
export const DataStatFigures = z
  .object({
    days: DayRange,
    daysBefore: DayRange.nullable().describe('Period it is compared with; null: no comparison'),
    timeZone: z.string(),
    dimensions: z.array(z.enum(dimensions)).describe('x and the dimension it is split by, if any'),
    measures: z.array(z.enum(statMeasureNames)),
    rows: z.array(
      z.object({
        keys: z
          .array(z.string().nullable())
          .describe('Values of the dimensions; null: without crop, plot, pilot …'),
        names: z.array(z.string()).describe('Names of the keys in the language of the request'),
        values: z.array(Value),
        before: z.array(Value).nullable(),
      }),
    ),
    totals: z
      .object({ values: z.array(Value), before: z.array(Value).nullable() })
      .nullable()
      .describe('Totals over all rows, including those left out'),
    leftOutNum: z.int().describe('Number of rows left out because they are not among the largest'),
    askedAt: Time,
  })
  .meta({ id: 'DataStatFigures' })
export type DataStatFigures = z.infer<typeof DataStatFigures>

export const dataStatList = declareList({
  name: 'data-stats',
  call: 'listDataStats',
  fileCall: undefined,
  row: DataStat,
  rowKey: 'statId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-updatedAt',
  filters: {
    search: searchIn('name', 'createdByName'),
    name: SearchText,
    createdByName: SearchText,
    showType: filter(z.enum(showTypes)),
    own: flag,
  },
  columns: {
    name: { label: 'data-stats:name', sort: true, phone: 'title' },
    showType: {
      label: 'data-stats:showType',
      kind: 'code',
      labels: {
        table: 'data-stats:showTable',
        line: 'data-stats:showLine',
        bar: 'data-stats:showBar',
        stacked: 'data-stats:showStacked',
        pie: 'data-stats:showPie',
        heat: 'data-stats:showHeat',
        map: 'data-stats:showMap',
      },
      phone: 'state',
    },
    settings: { label: 'data-stats:question', kind: 'own', only: 'screen', phone: 'figure' },
    shared: {
      label: 'data-stats:shared',
      kind: 'code',
      labels: { true: 'data-stats:sharedYes', false: 'data-stats:sharedNo' },
    },
    mailDueAt: { label: 'data-stats:mailDueAt', kind: 'time' },
    createdByName: { label: 'data-stats:createdBy', phone: 'figure' },
    updatedAt: { label: 'data-stats:updatedAt', kind: 'time', sort: true },
    own: {
      label: 'data-stats:own',
      kind: 'code',
      labels: { true: 'data-stats:ownMine', false: 'data-stats:ownOthers' },
    },
  },
})

const params = z.object({ statId: id('dataStat') })
/** The specification has ten on a page here (section 9). */
const StatPage = Page.extend({ pageSize: Page.shape.pageSize.prefault('10') })

export const dataStatRoutes = {
  listDataStats: route('GET', base, {
    summary: 'List the saved statistics of the caller and those shared within the account',
    policy,
    query: StatPage.extend(dataStatList.asked),
    out: paged(DataStat),
  }),
  getDataStat: route('GET', `${base}/{statId}`, {
    summary: 'Get one saved statistic',
    policy,
    params,
    out: DataStat,
    errors: ['not_found'],
  }),
  createDataStat: route('POST', base, {
    summary: 'Save a statistic',
    policy,
    body: SavedStat,
    out: DataStat,
    errors: ['stat_settings_unfit', 'too_many_stats'],
  }),
  updateDataStat: route('PUT', `${base}/{statId}`, {
    summary: 'Change a saved statistic',
    policy,
    params,
    body: SavedStat,
    out: DataStat,
    errors: ['not_found', 'forbidden', 'conflict', 'stat_settings_unfit'],
  }),
  deleteDataStat: route('DELETE', `${base}/{statId}`, {
    summary: 'Delete a saved statistic; its scheduled mails end',
    policy,
    params,
    errors: ['not_found', 'forbidden'],
  }),
  getDataStatOverview: route('GET', `${base}/{statId}/overview`, {
    summary:
      'Get the current figures of a saved statistic, computed from data visible to the caller',
    policy,
    params,
    out: DataStatFigures,
    errors: ['not_found', 'stat_settings_unfit'],
  }),
  previewDataStat: route('POST', `${base}/preview`, {
    reads: true,
    summary: 'Compute the figures for settings that are not saved',
    policy,
    body: AskedStat,
    out: DataStatFigures,
    errors: ['stat_settings_unfit'],
  }),
  exportDataStat: route('GET', `${base}/{statId}/export`, {
    summary: 'Export the figures of a saved statistic as CSV or XLSX',
    policy,
    raw: 'text/csv',
    params,
    query: z.object({
      areaUnit: AreaUnit.optional().describe('Absent: the unit of the statistic, otherwise mu'),
      format: TableFormat,
    }),
    errors: ['not_found', 'stat_settings_unfit'],
  }),
  scheduleDataStat: route('PUT', `${base}/{statId}/mail`, {
    summary: 'Set the mail schedule of a saved statistic and its recipients within the account',
    policy,
    params,
    body: z.object({ mail: DataStatMail.nullable(), version: SeenVersion }),
    out: DataStat,
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_stat_mails'],
  }),
  listDataStatPeople: route('GET', `${base}/people`, {
    summary: 'List the people of the account, for the pilot filter and as mail recipients',
    policy,
    out: z.object({
      items: z.array(z.object({ userId: id('user'), userName: z.string(), hasMail: z.boolean() })),
    }),
  }),
  sendDataStat: route('POST', `${base}/{statId}/send`, {
    summary: 'Send a saved statistic to the caller now, in the form of a scheduled mail',
    policy,
    params,
    errors: ['not_found', 'stat_without_address', 'too_many_requests'],
  }),
}
