// Work types: shared ones, and entries of each account.
import { workTypes } from '@swath/contract/land/work-types'
import { contains } from '../../../platform/listing/conditions.queries.ts'
import { definePlainList } from '../../../platform/plain-list/plain-list.ts'

export const workTypeList = definePlainList(workTypes, {
  table: 'work_type',
  columns: { workTypeName: { inEachLanguage: 'names' } },
  conditions: { workTypeName: contains('workTypeName') },
})
