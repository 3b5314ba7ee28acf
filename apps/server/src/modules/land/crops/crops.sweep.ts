// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { crops } from '@swath/contract/land/crops'
import { blockList, signedIn } from '../../../sweep/testing-oracle.ts'
import { plainListSweep } from '../../../sweep/testing-plain-lists.ts'
import { cropList } from './crops.ts'

export const cropSweep = plainListSweep(crops, {
  insert: cropList.insert,
  readers: signedIn,
  managers: blockList,
  fields: { scientificName: '' },
})
