// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { appVersionRoutes } from '@swath/contract/gear/app-versions'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { makerRows, makersAndPlatforms } from '../../../sweep/testing-maker-rows.ts'
import { modelList, visibleMakers } from '../../../sweep/testing-oracle.ts'
import { buildCanary, idsFor, world, worldNow } from '../../../sweep/testing-world.ts'

const ids = idsFor(makersAndPlatforms)
const { own, strangers } = makerRows(ids)

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('app_version')
    .values(
      makersAndPlatforms.map((name) => ({
        id: ids[name],
        account_id: world.accountId[name],
        platform: 'linux' as const,
        version_name: '1.0',
        version_order: [1],
        url: 'https://apps.example/1',
        sha256: null,
        notes: buildCanary('app', name),
        is_minimum: false,
        published_at: new Date(worldNow),
      })),
    )
    .execute()
}
const fields = { platform: 'linux', versionName: '1.1', url: 'https://apps.example/1.1' }

export const appVersionSweep = featureSweep(appVersionRoutes, {
  seed,
  strangers: { appVersion: strangers },
  cases: {
    listAppVersions: { people: modelList, holds: { kind: 'app', rows: visibleMakers } },
    addAppVersion: {
      people: modelList,
      right: true,
      request: () => ({ body: fields }),
      changes: true,
    },
    updateAppVersion: {
      people: modelList,
      right: true,
      request: (asking) => ({ body: { appVersionId: own(asking), ...fields, version: 99 } }),
    },
    deleteAppVersion: {
      people: modelList,
      right: true,
      request: (asking) => ({ params: { appVersionId: own(asking) } }),
      changes: true,
    },
    readAppVersion: { people: 'public' },
  },
})
