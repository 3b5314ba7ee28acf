import { z } from 'zod'
import {
  CommonPage,
  RowVersion,
  SearchText,
  SeenVersion,
  TableFormat,
  filter,
  indexPaged,
} from './fields.ts'
import { naming } from './ids.ts'
import { route } from './kit.ts'
import { declareList } from './list.ts'

const tag = 'Chemicals'
const base = '/api/common/chemicals'
const policy = { screens: ['block-list'], right: 'task.manage' } as const

export const chemicalKinds = [
  'insecticide',
  'fungicide',
  'herbicide',
  'regulator',
  'fertiliser',
  'other',
] as const

export const ChemicalId = naming(
  'chemical',
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,63}$/)
    .describe('ISO common name of an active substance, with hyphens; a UUID of an own one'),
)
const chemicalFields = {
  chemicalName: z.string().trim().min(1).max(100),
  kind: z.enum(chemicalKinds),
}
export const ChemicalInput = z.object(chemicalFields)
export const ChemicalChange = z.object({
  chemicalId: ChemicalId,
  ...chemicalFields,
  version: SeenVersion,
})

export const Chemical = z
  .object({
    chemicalId: ChemicalId,
    ...chemicalFields,
    own: z.boolean().describe('Of the own account; else everybody’s, named in the language asked'),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'Chemical' })
export type Chemical = z.infer<typeof Chemical>

export const chemicalList = declareList({
  name: 'chemicals',
  call: 'listChemicals',
  fileCall: 'exportChemicals',
  row: Chemical,
  rowKey: 'chemicalId',
  paging: 'pageIndex',
  sortName: 'sortParam',
  defaultSort: 'chemicalName',
  filters: { chemicalName: SearchText, kind: filter(z.enum(chemicalKinds)) },
  columns: {
    chemicalName: { label: 'terms:thingName', sort: true, phone: 'title' },
    kind: {
      label: 'chemicals:kind',
      kind: 'code',
      words: {
        insecticide: 'chemicals:insecticide',
        fungicide: 'chemicals:fungicide',
        herbicide: 'chemicals:herbicide',
        regulator: 'chemicals:regulator',
        fertiliser: 'chemicals:fertiliser',
        other: 'terms:other',
      },
      phone: 'figure',
    },
    own: {
      label: 'chemicals:source',
      kind: 'code',
      words: { true: 'terms:ownEntry', false: 'terms:commonEntry' },
      phone: 'state',
    },
  },
})

export const chemicalRoutes = {
  listChemicals: route({
    method: 'GET',
    path: base,
    tag,
    policy: {},
    summary: 'Active substances that everybody knows, and what the own account calls its products',
    query: CommonPage.extend(chemicalList.asked),
    out: indexPaged(Chemical),
  }),
  exportChemicals: route({
    method: 'GET',
    path: `${base}/export`,
    tag,
    policy: {},
    summary: 'The filtered chemicals as CSV or XLSX',
    raw: 'text/csv',
    query: z.object({ ...chemicalList.asked, format: TableFormat }),
  }),
  addChemical: route({
    method: 'POST',
    path: base,
    tag,
    summary: 'A chemical of the own account',
    policy,
    body: ChemicalInput,
    out: Chemical,
  }),
  updateChemical: route({
    method: 'PUT',
    path: base,
    tag,
    summary: 'Change a chemical of the own account',
    policy,
    body: ChemicalChange,
    out: Chemical,
    errors: ['conflict', 'not_found', 'forbidden'],
  }),
  deleteChemical: route({
    method: 'DELETE',
    path: `${base}/{chemicalId}`,
    tag,
    summary: 'Delete a chemical of the own account; records keep what it was called',
    policy,
    params: z.object({ chemicalId: ChemicalId }),
    errors: ['not_found', 'forbidden'],
  }),
}
