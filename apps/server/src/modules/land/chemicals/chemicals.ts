// Chemicals: shared ones by their ISO common names, and entries of each account.
import { chemicals } from '@swath/contract/land/chemicals'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { definePlainList } from '../../../platform/plain-list/plain-list.ts'

export const chemicalList = definePlainList(chemicals, {
  table: 'chemical',
  columns: { chemicalName: { inEachLanguage: 'names' }, kind: 'kind' },
  conditions: { chemicalName: contains('chemicalName'), kind: equals('kind') },
})
