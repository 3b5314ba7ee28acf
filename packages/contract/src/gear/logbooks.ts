// A pilot's flights by month and model: hours, area, litres and places.
import { z } from 'zod'
import { AreaUnit, IndexPage, Mu, filter, indexPaged } from '../fields.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { fileOf } from '../list-calls.ts'

const route = routeWithTag('Teams')
const base = '/api/user/group/logbook'
const screens = ['team-list'] as const

export const LogbookEntry = z
  .object({
    entryId: notARow('Composed of month and model', z.string()),
    month: z.string().describe('YYYY-MM, in the time zone of the caller’s account'),
    modelName: z.string(),
    sortieCount: z.int(),
    durationS: z.number(),
    sprayArea: Mu,
    sprayL: z.number(),
    places: z
      .string()
      .describe('Places where the person flew in this month with any model, by number of flights'),
  })
  .meta({ id: 'LogbookEntry' })
export type LogbookEntry = z.infer<typeof LogbookEntry>

export const logbookList = declareList({
  name: 'logbook',
  call: 'listLogbook',
  fileCall: 'exportLogbook',
  row: LogbookEntry,
  rowKey: 'entryId',
  paging: 'pageIndex',
  sortName: 'sortParam',
  defaultSort: '-month',
  filters: { userId: id('user'), year: filter(z.string().regex(/^20\d\d$/)) },
  columns: {
    month: { label: 'teams:month', sort: true, phone: 'title' },
    modelName: { label: 'terms:model', phone: 'state' },
    sortieCount: { label: 'terms:sorties', kind: 'count', phone: 'figure' },
    durationS: { label: 'terms:flightTime', kind: 'hours', phone: 'figure' },
    sprayArea: { label: 'terms:coveredArea', kind: 'area', phone: 'figure' },
    sprayL: { label: 'terms:sprayed', kind: 'number', unit: 'L', decimals: 1 },
    places: { label: 'teams:places' },
  },
})

export const logbookRoutes = {
  listLogbook: route('GET', base, {
    policy: { screens },
    summary:
      'List the flights of a person of the account or of an account below it, by month and model',
    query: IndexPage.extend(logbookList.asked),
    out: indexPaged(LogbookEntry).extend({
      userName: z.string(),
      groupName: z.string().nullable(),
      years: z.array(z.string()).describe('Years in which the person has flown, latest first'),
      stats: z.object({
        sortieCount: z.int(),
        durationS: z.number(),
        sprayArea: Mu,
        sprayL: z.number(),
      }),
    }),
    errors: ['not_found'],
  }),
  exportLogbook: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the logbook as CSV or XLSX',
    ...fileOf(logbookList, { areaUnit: AreaUnit.default('mu') }),
    errors: ['not_found'],
  }),
}
