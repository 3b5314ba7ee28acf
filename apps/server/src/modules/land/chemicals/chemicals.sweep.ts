// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { chemicals } from '@swath/contract/land/chemicals'
import { blockList, signedIn } from '../../../sweep/testing-oracle.ts'
import { plainListSweep } from '../../../sweep/testing-plain-lists.ts'
import { chemicalList } from './chemicals.ts'

export const chemicalSweep = plainListSweep(chemicals, {
  insert: chemicalList.insert,
  readers: signedIn,
  managers: blockList,
  fields: { kind: 'other' },
})
