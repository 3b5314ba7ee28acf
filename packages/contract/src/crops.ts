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

const tag = 'Crops'
const base = '/api/common/crops'
const policy = { screens: ['block-list'], right: 'task.manage' } as const

export const CropId = naming(
  'crop',
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,63}$/)
    .describe('The English name, with hyphens, as devices tell it; a UUID of an own one'),
)
const cropFields = {
  cropName: z.string().trim().min(1).max(100),
  scientificName: z.string().trim().max(100).describe('Latin; empty where none is given'),
}
export const CropInput = z.object(cropFields)
export const CropChange = z.object({ cropId: CropId, ...cropFields, version: SeenVersion })

export const Crop = z
  .object({
    cropId: CropId,
    ...cropFields,
    own: z.boolean().describe('Of the own account; else everybody’s, named in the language asked'),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'Crop' })
export type Crop = z.infer<typeof Crop>

export const cropList = declareList({
  name: 'crops',
  call: 'listCrops',
  fileCall: 'exportCrops',
  row: Crop,
  rowKey: 'cropId',
  paging: 'pageIndex',
  sortName: 'sortParam',
  defaultSort: 'cropName',
  filters: { cropName: SearchText.describe('A part of either name') },
  columns: {
    cropName: { label: 'terms:thingName', sort: true, phone: 'title' },
    scientificName: { label: 'crops:scientificName', phone: 'figure' },
    own: {
      label: 'crops:source',
      kind: 'code',
      words: { true: 'terms:ownEntry', false: 'terms:commonEntry' },
      phone: 'state',
    },
  },
})

export const cropRoutes = {
  listCrops: route({
    method: 'GET',
    path: base,
    tag,
    policy: {},
    summary: 'Crops that everybody knows, and the own account’s',
    query: CommonPage.extend(cropList.asked),
    out: indexPaged(Crop),
  }),
  exportCrops: route({
    method: 'GET',
    path: `${base}/export`,
    tag,
    policy: {},
    summary: 'The filtered crops as CSV or XLSX',
    raw: 'text/csv',
    query: z.object({ ...cropList.asked, format: TableFormat }),
  }),
  addCrop: route({
    method: 'POST',
    path: base,
    tag,
    summary: 'A crop of the own account',
    policy,
    body: CropInput,
    out: Crop,
  }),
  updateCrop: route({
    method: 'PUT',
    path: base,
    tag,
    summary: 'Change a crop of the own account',
    policy,
    body: CropChange,
    out: Crop,
    errors: ['conflict', 'not_found', 'forbidden'],
  }),
  deleteCrop: route({
    method: 'DELETE',
    path: `${base}/{cropId}`,
    tag,
    summary: 'Delete a crop of the own account; one that a plot grows stays',
    policy,
    params: z.object({ cropId: CropId }),
    errors: ['not_found', 'forbidden', 'in_use'],
  }),
}
