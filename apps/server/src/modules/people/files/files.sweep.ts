// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { fileRoutes } from '@swath/contract/files'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import {
  world,
  worldNow,
  personLines,
  personNames,
  type PersonName,
} from '../../../sweep/testing-world.ts'

/** The business licence of `team`, visible to its people and to reviewers. */
const licence = 'licence-of-the-team-'.padEnd(43, 'x')
const whoSeesIt: readonly PersonName[] = [
  'root',
  'province',
  'city',
  'county',
  ...personNames.filter((name) => personLines[name].account === 'team'),
]

const seed = async (db: Db, store: FileStore): Promise<void> => {
  await store.put(licence, Buffer.from('image'), 'image/png')
  await db
    .insertInto('stored_file')
    .values({
      key: licence,
      media_type: 'image/png',
      bytes: 5,
      width_px: 1,
      height_px: 1,
      account_id: world.accountId.team,
      purpose: 'licence',
      uploaded_by: null,
      uploaded_at: new Date(worldNow),
      unclaimed_since: new Date(worldNow),
    })
    .execute()
}

export const fileSweep = featureSweep(fileRoutes, {
  seed,
  strangers: { storedFile: ({ person }) => (whoSeesIt.includes(person) ? [] : [licence]) },
  cases: {
    uploadImage: { people: 'public' },
    getFile: { people: 'public', request: () => ({ params: { key: 'k'.repeat(43) } }) },
  },
})
