// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { noFlyZoneRoutes } from '@swath/contract/land/no-fly-zones'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { zoneList } from '../../../sweep/testing-oracle.ts'
import {
  world,
  idsFor,
  places,
  accountLines,
  buildCanary,
  square,
  boxText,
  type AccountName,
  type PersonName,
} from '../../../sweep/testing-world.ts'

const zoneLines = {
  rootZone: 'root',
  provinceZone: 'province',
  cityZone: 'city',
  countyZone: 'county',
  elsewhereZone: 'elsewhere',
} as const satisfies Record<string, AccountName>
type ZoneName = keyof typeof zoneLines
const zoneNames = Object.keys(zoneLines) as ZoneName[]
const zoneId = idsFor(zoneNames)
const visibleZones: Partial<Record<PersonName, readonly ZoneName[]>> = {
  root: ['rootZone', 'provinceZone', 'cityZone', 'countyZone', 'elsewhereZone'],
  east: [],
  province: ['rootZone', 'provinceZone', 'cityZone', 'countyZone'],
  city: ['rootZone', 'cityZone', 'countyZone'],
  county: ['countyZone'],
  elsewhere: ['elsewhereZone'],
}
const ownZone = (person: PersonName): string => zoneId[visibleZones[person]?.[0] ?? 'rootZone']

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('no_fly_zone')
    .values(
      zoneNames.map((name) => {
        const { code, at } = places[accountLines[zoneLines[name]].place]
        return {
          id: zoneId[name],
          account_id: world.accountId[zoneLines[name]],
          name: buildCanary('zone', name),
          type: 1 as const,
          shape: 'polygon' as const,
          rings: JSON.stringify([square(at, 0.01)]),
          center_lng: null,
          center_lat: null,
          radius_m: null,
          bounds: boxText(at, 0.01),
          area_m2: 1_000_000,
          region_code: code,
          lower_m: null,
          upper_m: null,
          valid_from: null,
          valid_until: null,
          created_by: null,
        }
      }),
    )
    .execute()
}

const inPath = ({ person }: Asking) => ({ params: { noflyId: ownZone(person) } })
const body = {
  noflyName: 'Drawn by the sweep',
  type: 1,
  shape: { kind: 'circle', center: [120.05, 30.25], radiusM: 100 },
}
const holds = { kind: 'zone', rows: visibleZones } as const

export const noFlyZoneSweep = featureSweep(noFlyZoneRoutes, {
  seed,
  strangers: {
    noFlyZone: ({ person }) =>
      zoneNames
        .filter((name) => !(visibleZones[person] ?? []).includes(name))
        .map((name) => zoneId[name]),
  },
  cases: {
    listNoFlyZones: { people: zoneList, request: () => ({ query: { pageSize: '100' } }), holds },
    exportNoFlyZones: {
      people: zoneList,
      request: () => ({ query: { format: 'geojson' } }),
      holds,
      narrows: true,
    },
    getNoFlyZone: { people: zoneList, request: inPath },
    getZoneVersions: { people: zoneList, request: inPath },
    getZoneHolders: { people: zoneList, request: inPath },
    createNoFlyZone: { people: zoneList, right: true, request: () => ({ body }), changes: true },
    updateNoFlyZone: {
      people: zoneList,
      right: true,
      request: (asking) => ({ ...inPath(asking), body }),
      changes: true,
    },
    enableNoFlyZone: {
      people: zoneList,
      right: true,
      request: ({ person }) => ({ body: { noflyId: ownZone(person), opr: 'disable' } }),
      changes: true,
    },
    deleteNoFlyZone: { people: zoneList, right: true, request: inPath, changes: true },
  },
})
