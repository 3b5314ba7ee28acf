// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { droneRoutes } from '@swath/contract/fleet/drones'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import {
  featureSweep,
  ofUnseenDrones,
  partyToNone,
  type Asking,
} from '../../../sweep/testing-cases.ts'
import { signedIn, droneList, everyone, visibleDrones } from '../../../sweep/testing-oracle.ts'
import {
  world,
  worldNow,
  idsFor,
  droneLines,
  droneNames,
  findModelId,
  buildCanary,
} from '../../../sweep/testing-world.ts'

const fileId = idsFor(droneNames)
/** A picture of each drone's flight. */
const seed = async (db: Db, store: FileStore): Promise<void> => {
  for (const name of droneNames)
    await store.put(`picture-of-the-drone-${name}`, Buffer.from('image'), 'image/png')
  await db
    .insertInto('drone_file')
    .values(
      droneNames.map((name) => ({
        drone_id: world.droneId[name],
        id: fileId[name],
        sortie_id: world.sortieId[name],
        name: `${buildCanary('drone', name)}.png`,
        media_type: 'image/png',
        bytes: 5,
        store_key: `picture-of-the-drone-${name}`,
        user_id: null,
        user_name: 'Sweep',
        created_at: new Date(worldNow),
      })),
    )
    .execute()
}

// Where a version is required, one that no drone has: callers with the right get a conflict.
const seen = { version: 0 }
const ofDrone = ({ drone }: Asking) => ({ query: { droneId: world.droneId[drone] } })
const inPath = ({ drone }: Asking) => ({ params: { droneId: world.droneId[drone] } })
const ofSortie = ({ drone }: Asking) => ({
  query: { droneId: world.droneId[drone], sortieId: world.sortieId[drone] },
})
const ofFile = ({ drone }: Asking) => ({
  params: { droneId: world.droneId[drone], fileId: fileId[drone] },
})

export const droneSweep = featureSweep(droneRoutes, {
  seed,
  strangers: { drone: ofUnseenDrones(world.droneId), droneFile: ofUnseenDrones(fileId) },
  cases: {
    listDrones: {
      people: droneList,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'drone', rows: visibleDrones },
      look: ({ total, stats }, person) => {
        const count = visibleDrones[person].length
        return { actual: [total, stats.total], expected: [count, count] }
      },
    },
    exportDrones: {
      people: droneList,
      request: ({ person }) => ({
        query: { chosen: visibleDrones[person].map((name) => world.droneId[name]).join(',') },
      }),
      holds: { kind: 'drone', rows: visibleDrones },
    },
    getDrone: { people: droneList, request: ofDrone },
    addDrone: {
      people: droneList,
      right: true,
      request: ({ drone }) => ({
        body: { droneId: 'SWEEP-teams', droneName: 'Taken', flyModelId: findModelId(drone) },
      }),
      refusesFirst: true,
      untried: {
        'body.droneId': 'A new number; one in use is refused',
        'body.yyAccountId': 'A maker hands a drone to any operator: drones.test.ts',
      },
    },
    getQuarantine: {
      people: droneList,
      right: true,
      request: inPath,
      refused: [
        { person: 'renter', drone: 'rented' },
        { person: 'county', drone: 'teams' },
      ],
    },
    issueCredential: {
      people: droneList,
      right: true,
      request: inPath,
      changes: true,
      refusesFirst: true,
      refused: [
        { person: 'renter', drone: 'rented' },
        { person: 'county', drone: 'teams' },
        { person: 'teamStaff', drone: 'teams' },
      ],
    },
    updateDrone: {
      people: droneList,
      right: true,
      request: ({ drone }) => ({
        body: {
          droneId: world.droneId[drone],
          flyModelId: findModelId(drone),
          droneName: 'Swept',
          ...seen,
        },
      }),
      refusesFirst: true,
    },
    setSaleType: {
      people: droneList,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { saleType: 2, ...seen } }),
    },
    setMakerNumber: {
      people: droneList,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { zzDroneNum: 'S1', ...seen } }),
    },
    setDeviceType: {
      people: droneList,
      right: true,
      request: (asking) => ({
        ...inPath(asking),
        body: { deviceType: 'mapper', sprayWidth: 3, ...seen },
      }),
    },
    setActivation: {
      people: droneList,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { activation: 0, ...seen } }),
    },
    updateRental: {
      people: droneList,
      right: true,
      request: ({ drone }) => ({
        body: { droneId: world.droneId[drone], rentalModel: 5, ...seen },
      }),
    },
    changeOwner: {
      people: droneList,
      right: true,
      request: ({ drone }) => ({
        body: { droneId: world.droneId[drone], yyAccountId: null, ...seen },
      }),
      refusesFirst: true,
    },
    getNewOwners: { people: droneList, right: true, request: inPath },
    previewManufacturerMerge: {
      people: droneList,
      right: true,
      request: () => ({
        query: { fromZzAccountId: world.accountId.makerOne, zzAccountId: world.accountId.makerTwo },
      }),
      refusesFirst: true,
    },
    mergeManufacturer: {
      people: droneList,
      right: true,
      request: () => ({
        body: {
          fromZzAccountId: world.accountId.makerOne,
          zzAccountId: world.accountId.makerTwo,
          droneNum: 999_999,
          modelNum: 0,
        },
      }),
      refusesFirst: true,
    },
    getImportTemplate: { people: droneList, right: true },
    previewDroneImport: {
      people: droneList,
      right: true,
      request: () => ({ file: 'droneId,modelName\r\nSWEEP-teams,none\r\n' }),
    },
    importDrones: {
      people: droneList,
      right: true,
      request: () => ({ file: 'droneId\r\nSWEEP-teams\r\n', query: { digest: 'of another file' } }),
    },
    getDroneFiles: { people: droneList, request: inPath, narrows: true },
    getSortiePictures: { people: droneList, request: ofSortie },
    addDroneFile: {
      people: droneList,
      right: true,
      request: (asking) => ({
        ...inPath(asking),
        query: { fileName: 'sweep', sortieId: world.sortieId[asking.drone] },
        file: 'neither paper nor picture',
      }),
      refusesFirst: true,
      changes: true,
    },
    downloadDroneFile: { people: droneList, request: ofFile },
    deleteDroneFile: {
      people: droneList,
      right: true,
      request: ofFile,
      changes: true,
      refusesFirst: true,
    },
    listDronesByAccount: {
      people: signedIn,
      request: ({ drone }) => ({ query: { accountId: world.accountId[droneLines[drone].maker] } }),
      strangers: { 'query.accountId': partyToNone },
    },
    listManufacturers: {
      people: signedIn,
      look: ({ items }, person) => {
        const makers = visibleDrones[person].map((name) => droneLines[name].maker)
        return {
          actual: new Set(items.map(({ accountName }) => accountName)),
          expected: new Set(makers.map((name) => buildCanary('account', name))),
        }
      },
    },
    listOperators: { people: signedIn },
    getRentalModels: { people: everyone },
  },
})
