import { z } from 'zod'
import {
  CommonPage,
  RowVersion,
  SearchText,
  SeenVersion,
  TableFormat,
  indexPaged,
} from './fields.ts'
import { naming } from './ids.ts'
import { route } from './kit.ts'
import { declareList } from './list.ts'

const tag = 'Work types'
const base = '/api/common/work-types'
const policy = { screens: ['block-list'], right: 'task.manage' } as const

export const WorkTypeId = naming(
  'workType',
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,63}$/)
    .describe('An English name, with hyphens; a UUID of an own one'),
)
const workTypeFields = { workTypeName: z.string().trim().min(1).max(100) }
export const WorkTypeInput = z.object(workTypeFields)
export const WorkTypeChange = z.object({
  workTypeId: WorkTypeId,
  ...workTypeFields,
  version: SeenVersion,
})

export const WorkType = z
  .object({
    workTypeId: WorkTypeId,
    ...workTypeFields,
    own: z.boolean().describe('Of the own account; else everybody’s, named in the language asked'),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'WorkType' })
export type WorkType = z.infer<typeof WorkType>

export const workTypeList = declareList({
  name: 'work-types',
  call: 'listWorkTypes',
  fileCall: 'exportWorkTypes',
  row: WorkType,
  rowKey: 'workTypeId',
  paging: 'pageIndex',
  sortName: 'sortParam',
  defaultSort: 'workTypeName',
  filters: { workTypeName: SearchText },
  columns: {
    workTypeName: { label: 'terms:thingName', sort: true, phone: 'title' },
    own: {
      label: 'work-types:source',
      kind: 'code',
      words: { true: 'terms:ownEntry', false: 'terms:commonEntry' },
      phone: 'state',
    },
  },
})

export const workTypeRoutes = {
  listWorkTypes: route({
    method: 'GET',
    path: base,
    tag,
    policy: {},
    summary: 'Kinds of work that everybody knows, and the own account’s',
    query: CommonPage.extend(workTypeList.asked),
    out: indexPaged(WorkType),
  }),
  exportWorkTypes: route({
    method: 'GET',
    path: `${base}/export`,
    tag,
    policy: {},
    summary: 'The filtered kinds of work as CSV or XLSX',
    raw: 'text/csv',
    query: z.object({ ...workTypeList.asked, format: TableFormat }),
  }),
  addWorkType: route({
    method: 'POST',
    path: base,
    tag,
    summary: 'A work type of the own account',
    policy,
    body: WorkTypeInput,
    out: WorkType,
  }),
  updateWorkType: route({
    method: 'PUT',
    path: base,
    tag,
    summary: 'Change a work type of the own account',
    policy,
    body: WorkTypeChange,
    out: WorkType,
    errors: ['conflict', 'not_found', 'forbidden'],
  }),
  deleteWorkType: route({
    method: 'DELETE',
    path: `${base}/{workTypeId}`,
    tag,
    summary: 'Delete a work type of the own account',
    policy,
    params: z.object({ workTypeId: WorkTypeId }),
    errors: ['not_found', 'forbidden'],
  }),
}
