// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { appLogRoutes } from '@swath/contract/gear/app-logs'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, ofUnseenDrones, type Asking } from '../../../sweep/testing-cases.ts'
import { appLogs, signedIn, modelList, visibleDrones } from '../../../sweep/testing-oracle.ts'
import {
  world,
  worldNow,
  idsFor,
  places,
  droneLines,
  droneNames,
  buildCanary,
} from '../../../sweep/testing-world.ts'

/** Logs of the ground app that flies each drone. */
const logId = idsFor(droneNames)
const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('app_log')
    .values(
      droneNames.map((name) => {
        const { maker, operator, tenant, place } = droneLines[name]
        return {
          id: logId[name],
          drone_id: world.droneId[name],
          manufacturer_id: world.accountId[maker],
          operator_id: operator && world.accountId[operator],
          tenant_id: tenant && world.accountId[tenant],
          region_code: places[place].code,
          key: randomBytes(32).toString('base64url'),
          file_name: `${buildCanary('drone', name)}.log`,
          kind: 'text' as const,
          bytes: 5,
          sha256: randomBytes(32),
          account_id: world.accountId[operator ?? maker],
          app_version: '5.2',
          platform: 'android' as const,
          uploaded_by: null,
          uploader_name: world.droneId[name],
          uploaded_at: new Date(worldNow),
          stored: true,
        }
      }),
    )
    .execute()
}
const ofLog = ({ drone }: Asking) => ({ params: { logId: logId[drone] } })

export const appLogSweep = featureSweep(appLogRoutes, {
  seed,
  strangers: { appLog: ofUnseenDrones(logId) },
  cases: {
    listAppLogs: {
      people: appLogs,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'drone', rows: visibleDrones },
    },
    exportAppLogs: { people: appLogs, holds: { kind: 'drone', rows: visibleDrones } },
    getAppLog: { people: appLogs, request: ofLog },
    previewAppLog: { people: appLogs, request: ofLog },
    downloadAppLog: { people: appLogs, request: ofLog },
    uploadAppLog: { people: signedIn, request: () => ({ query: { droneId: 'SWEEP-nobodys' } }) },
    uploadDeviceLog: { people: 'public' },
    deleteAppLog: { people: appLogs, right: true, request: ofLog, changes: true },
    deleteOldAppLogs: {
      people: appLogs,
      right: true,
      request: () => ({ body: { before: '2000-01-01T00:00:00Z' } }),
    },
    keepAppLogs: {
      people: modelList,
      right: true,
      request: () => ({ body: { days: null } }),
      changes: true,
    },
  },
})
