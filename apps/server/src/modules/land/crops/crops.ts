// Crops: shared ones, and entries of each account.
import { crops } from '@swath/contract/land/crops'
import { containsInAny } from '../../../platform/listing/conditions.queries.ts'
import { definePlainList } from '../../../platform/plain-list/plain-list.ts'

export const cropList = definePlainList(crops, {
  table: 'crop',
  columns: { cropName: { inEachLanguage: 'names' }, scientificName: 'scientific_name' },
  conditions: { cropName: containsInAny('cropName', 'scientificName') },
})
