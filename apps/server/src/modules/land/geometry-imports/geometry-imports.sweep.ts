// Access cases of this feature: the callers of each call, its input, and the owners of its rows. A
// file exists only for the account that uploaded it.
import { geometryImportRoutes } from '@swath/contract/land/geometry-imports'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { blockList, monitor, without, zoneList } from '../../../sweep/testing-oracle.ts'
import {
  accountLines,
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  world,
  worldNow,
  type AccountName,
  type PersonName,
} from '../../../sweep/testing-world.ts'

const importId = idsFor(accountNames)
/** People with the monitor, except those without the screens of plots and zones. */
const people = without(monitor, 'teamStaff', 'countyStaff')
const isBelow = (name: AccountName, above: AccountName): boolean => {
  const { parent } = accountLines[name]
  return parent !== null && (parent === above || isBelow(parent, above))
}
const ownImport = (person: PersonName): string => importId[personLines[person].account]

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('geometry_import')
    .values(
      accountNames.map((name) => ({
        id: importId[name],
        account_id: world.accountId[name],
        created_by: world.accountId[name],
        created_by_name: 'Sweep',
        created_at: new Date(worldNow),
        target: 'plots' as const,
        // Marked as the account's: nobody, not even the platform, sees all files.
        file_name: `${buildCanary('account', name)}.kml`,
        bytes: 10,
        key: null,
        settings: '{}',
        status: 'cancelled' as const,
        format: 'kml',
        system: '',
        encoding: 'utf-8',
        notes: '[]',
        columns: '[]',
        problem: null,
      })),
    )
    .execute()
}

const inPath = ({ person }: Asking) => ({ params: { importId: ownImport(person) } })
const file = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [120, 30],
      [120.01, 30],
      [120.01, 30.01],
      [120, 30],
    ],
  ],
})

export const geometryImportSweep = featureSweep(geometryImportRoutes, {
  seed,
  strangers: {
    geometryImport: ({ person }) =>
      accountNames
        .filter((name) => name !== personLines[person].account)
        .map((name) => importId[name]),
  },
  cases: {
    listGeometryImports: {
      people,
      request: () => ({ query: { pageSize: '100' } }),
      holds: {
        kind: 'account',
        rows: Object.fromEntries(people.map((person) => [person, [personLines[person].account]])),
      },
    },
    createPlotImport: {
      people,
      request: () => ({ query: { fileName: 'sweep.geojson' }, file }),
      changes: true,
    },
    createZoneImport: {
      people: zoneList,
      right: true,
      request: () => ({ query: { fileName: 'sweep.geojson' }, file }),
      changes: true,
    },
    listPlotOwners: {
      people: blockList,
      narrows: true,
      strangers: {
        'query.accountId': ({ person }) =>
          accountNames
            .filter((name) => !isBelow(name, personLines[person].account))
            .map((name) => world.accountId[name]),
      },
    },
    getGeometryImport: { people, request: inPath },
    listGeometryImportItems: { people, request: inPath },
    changeGeometryImport: {
      people,
      request: (asking) => ({ ...inPath(asking), body: {} }),
      refusesFirst: true,
      changes: true,
    },
    chooseGeometryItems: {
      people,
      request: (asking) => ({ ...inPath(asking), body: { isChosen: true } }),
      changes: true,
    },
    applyGeometryImport: { people, request: inPath, changes: true },
    cancelGeometryImport: { people, request: inPath, changes: true },
    undoGeometryImport: { people, request: inPath, changes: true },
  },
})
