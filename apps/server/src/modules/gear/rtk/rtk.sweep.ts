// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { rtkRoutes } from '@swath/contract/gear/rtk'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { makerRows, makersAndPlatforms, type Owner } from '../../../sweep/testing-maker-rows.ts'
import { modelList, visibleMakers } from '../../../sweep/testing-oracle.ts'
import { buildCanary, idsFor, world, worldNow } from '../../../sweep/testing-world.ts'

const deviceIds = Object.fromEntries(
  Object.entries(idsFor(makersAndPlatforms)).map(([name, id]) => [name, id.toUpperCase()]),
) as Record<Owner, string>
const mountIds = idsFor(makersAndPlatforms)
const devices = makerRows(deviceIds)
const mounts = makerRows(mountIds)

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('rtk_device')
    .values(
      makersAndPlatforms.map((name) => ({
        id: deviceIds[name],
        account_id: world.accountId[name],
        pn: buildCanary('rtk', name),
        kind: 'onboard' as const,
        qxdsk: null,
        drone_id: null,
        expires_on: null,
        warned_days: null,
        created_at: new Date(worldNow),
      })),
    )
    .execute()
  await db
    .insertInto('ntrip_mount')
    .values(
      makersAndPlatforms.map((name) => ({
        id: mountIds[name],
        account_id: world.accountId[name],
        name: `SWEEP-${name}`,
        place: buildCanary('mount', name),
        format: 'RTCM 3.2',
        lng: 120,
        lat: 30,
        base_secret_hash: Buffer.alloc(32),
        rover_secret_hash: Buffer.alloc(32),
        base_agent: null,
      })),
    )
    .execute()
}
const mountFields = { place: '', format: 'RTCM 3.2', lng: 120, lat: 30 }
/** A version that no row has. */
const version = 99

export const rtkSweep = featureSweep(rtkRoutes, {
  seed,
  strangers: { rtkDevice: devices.strangers, ntripMount: mounts.strangers },
  cases: {
    listRtkDevices: {
      people: modelList,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'rtk', rows: visibleMakers },
    },
    exportRtkDevices: { people: modelList, holds: { kind: 'rtk', rows: visibleMakers } },
    addRtkDevice: {
      people: modelList,
      right: true,
      request: () => ({ body: { devId: 'MADE-BY-THE-SWEEP', type: 'handheld' } }),
      changes: true,
      untried: { 'body.devId': 'A new number; one in use is refused: rtk.test.ts' },
    },
    allowRtkDevice: {
      people: modelList,
      right: true,
      request: (asking) => ({ body: { devId: devices.own(asking), opr: 'disable', version } }),
    },
    bindRtkDevice: {
      people: modelList,
      right: true,
      request: (asking: Asking) => ({
        body: {
          devId: devices.own(asking),
          qxdsk: 'SWEEP',
          droneId: world.droneId[asking.drone],
          version,
        },
      }),
      refusesFirst: true,
    },
    renewRtkDevice: {
      people: modelList,
      right: true,
      request: (asking) => ({ body: { devId: devices.own(asking), days: 1, version } }),
    },
    deleteRtkDevice: {
      people: modelList,
      right: true,
      request: (asking) => ({ params: { devId: devices.own(asking) } }),
      changes: true,
    },
    listNtripMounts: {
      people: modelList,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'mount', rows: visibleMakers },
    },
    addNtripMount: {
      people: modelList,
      right: true,
      request: () => ({ body: { mountName: 'MADE_BY_SWEEP', ...mountFields } }),
      changes: true,
    },
    updateNtripMount: {
      people: modelList,
      right: true,
      request: (asking) => ({
        body: { mountId: mounts.own(asking), mountName: 'LATER', ...mountFields, version },
      }),
    },
    renewNtripSecrets: {
      people: modelList,
      right: true,
      request: (asking) => ({ params: { mountId: mounts.own(asking) } }),
      changes: true,
    },
    deleteNtripMount: {
      people: modelList,
      right: true,
      request: (asking) => ({ params: { mountId: mounts.own(asking) } }),
      changes: true,
    },
  },
})
