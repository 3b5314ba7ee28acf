import { z } from 'zod'
import { SearchText } from '../fields.ts'
import { RowName, declarePlainList, sharedId } from '../plain-list.ts'

export const CropId = sharedId(
  'crop',
  'English name with hyphens, as used by devices; a UUID for a crop of the account',
)

export const crops = declarePlainList({
  name: 'crops',
  one: 'Crop',
  tag: 'Crops',
  path: '/api/common/crops',
  read: {},
  manage: { screens: ['block-list'], right: 'task.manage' },
  shared: true,
  id: { cropId: CropId },
  fields: {
    cropName: RowName,
    scientificName: z.string().trim().max(100).describe('Latin name; empty if there is none'),
  },
  nameField: 'cropName',
  filters: { cropName: SearchText.describe('Part of either name') },
  columns: {
    cropName: { label: 'terms:thingName', sort: true, phone: 'title' },
    scientificName: { label: 'crops:scientificName', phone: 'figure' },
  },
  calls: {
    list: ['listCrops', 'List the shared crops and the crops of the account'],
    file: ['exportCrops', 'Export the filtered crops as CSV or XLSX'],
    add: ['addCrop', 'Add a crop of the account'],
    update: ['updateCrop', 'Change a crop of the account'],
    remove: ['deleteCrop', 'Delete a crop of the account; crops in use on plots cannot be deleted'],
  },
})
export type Crop = z.output<typeof crops.row>
