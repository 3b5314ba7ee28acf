import { z } from 'zod'
import { SearchText } from '../fields.ts'
import { RowName, declarePlainList, sharedId } from '../plain-list.ts'

export const CropId = sharedId(
  'crop',
  'The English name, with hyphens, as devices tell it; a UUID of an own one',
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
    scientificName: z.string().trim().max(100).describe('Latin; empty where none is given'),
  },
  nameField: 'cropName',
  filters: { cropName: SearchText.describe('A part of either name') },
  columns: {
    cropName: { label: 'terms:thingName', sort: true, phone: 'title' },
    scientificName: { label: 'crops:scientificName', phone: 'figure' },
  },
  calls: {
    list: ['listCrops', 'Crops that everybody knows, and the own account’s'],
    file: ['exportCrops', 'The filtered crops as CSV or XLSX'],
    add: ['addCrop', 'A crop of the own account'],
    update: ['updateCrop', 'Change a crop of the own account'],
    remove: ['deleteCrop', 'Delete a crop of the own account; one that a plot grows stays'],
  },
})
export type Crop = z.output<typeof crops.row>
