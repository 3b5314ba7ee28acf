// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { workTypes } from '@swath/contract/land/work-types'
import { blockList, signedIn } from '../../../sweep/testing-oracle.ts'
import { plainListSweep } from '../../../sweep/testing-plain-lists.ts'
import { workTypeList } from './work-types.ts'

export const workTypeSweep = plainListSweep(workTypes, {
  insert: workTypeList.insert,
  readers: signedIn,
  managers: blockList,
  fields: {},
})
