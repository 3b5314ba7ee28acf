// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { accessoryRoutes } from '@swath/contract/gear/accessories'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { makerRows, makersAndPlatforms } from '../../../sweep/testing-maker-rows.ts'
import { droneList, visibleMakers, whiteList } from '../../../sweep/testing-oracle.ts'
import {
  buildCanary,
  idsFor,
  world,
  worldNow,
  type DroneName,
} from '../../../sweep/testing-world.ts'

const partIds = idsFor(makersAndPlatforms)
const alarmIds = idsFor(makersAndPlatforms)
const parts = makerRows(partIds)
const alarms = makerRows(alarmIds)

/** A drone of each maker; platforms are mapped to none, since their lists apply to no drone. */
const droneOf: Readonly<Record<(typeof makersAndPlatforms)[number], DroneName>> = {
  root: 'unsold',
  east: 'easts',
  makerOne: 'teams',
  makerTwo: 'lones',
  makerEast: 'easts',
}

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('allowed_part')
    .values(
      makersAndPlatforms.map((name) => ({
        id: partIds[name],
        account_id: world.accountId[name],
        kind: 'battery',
        hw_id: `SWEEP-${name.toUpperCase()}`,
        note: buildCanary('part', name),
        added_at: new Date(worldNow),
      })),
    )
    .execute()
  await db
    .insertInto('part_alarm')
    .values(
      makersAndPlatforms.map((name) => ({
        id: alarmIds[name],
        drone_id: world.droneId[droneOf[name]],
        account_id: world.accountId[name],
        kind: 'battery',
        hw_id: `STRANGE-${name.toUpperCase()}`,
        raised_at: new Date(worldNow),
        state: 'gone' as const,
        ended_at: new Date(worldNow),
        user_id: null,
        user_name: null,
        reason: buildCanary('partAlarm', name),
      })),
    )
    .execute()
}

const rows = { root: visibleMakers.root!, east: visibleMakers.east! }
const file = 'type,hwId\nbattery,SWEEP-1\n'

export const accessorySweep = featureSweep(accessoryRoutes, {
  seed,
  strangers: { allowedPart: parts.strangers, partAlarm: alarms.strangers },
  cases: {
    listAllowedParts: { people: whiteList, holds: { kind: 'part', rows } },
    exportAllowedParts: { people: whiteList, holds: { kind: 'part', rows } },
    getPartTemplate: { people: whiteList, right: true },
    previewPartUpload: { people: whiteList, right: true, request: () => ({ file }), reads: true },
    uploadParts: {
      people: whiteList,
      right: true,
      request: () => ({ file, query: { digest: 'another' } }),
    },
    addAllowedPart: {
      people: whiteList,
      right: true,
      request: () => ({ body: { type: 'pump', hwId: 'MADE-BY-SWEEP' } }),
      changes: true,
    },
    deleteAllowedParts: {
      people: whiteList,
      right: true,
      request: (asking) => ({ params: { partIds: parts.own(asking) } }),
      changes: true,
    },
    listPartAlarms: { people: whiteList, holds: { kind: 'partAlarm', rows } },
    exportPartAlarms: { people: whiteList, holds: { kind: 'partAlarm', rows } },
    acceptPart: {
      people: whiteList,
      right: true,
      request: (asking) => ({ body: { alarmId: alarms.own(asking), text: 'Fits', version: 99 } }),
    },
    getDroneParts: {
      people: droneList,
      request: ({ drone }) => ({ query: { droneId: world.droneId[drone] } }),
    },
  },
})
