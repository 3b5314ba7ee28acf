// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { droneModelRoutes } from '@swath/contract/fleet/drone-models'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Strangers, type Asking } from '../../../sweep/testing-cases.ts'
import { monitor, droneList, modelList, visibleDrones } from '../../../sweep/testing-oracle.ts'
import {
  world,
  idsFor,
  accountNames,
  droneLines,
  makerNames,
  findModelId,
  buildCanary,
  type AccountName,
  type MakerName,
  type PersonName,
} from '../../../sweep/testing-world.ts'

/** Models that a person with the list of models can see. */
const visibleModels: Partial<Record<PersonName, readonly MakerName[]>> = {
  root: ['makerOne', 'makerTwo', 'makerEast'],
  east: ['makerEast'],
  makerOne: ['makerOne'],
  makerTwo: ['makerTwo'],
  makerEast: ['makerEast'],
  makerBusinessAdmin: ['makerOne'],
}

const rangeId = idsFor(makerNames)
const firstNumber = { makerOne: 'SWEEP-teams', makerTwo: 'SWEEP-lones', makerEast: 'SWEEP-easts' }
const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('drone_model_range')
    .values(
      makerNames.map((maker) => ({
        id: rangeId[maker],
        model_id: world.modelId[maker],
        first_id: firstNumber[maker],
        last_id: firstNumber[maker],
      })),
    )
    .execute()
}
/** A model can be seen by its maker, and by everyone who can see a drone of it. */
const unseen =
  (ids: Readonly<Record<MakerName, string>>): Strangers =>
  ({ person }) => {
    const makers = visibleDrones[person].map((name): MakerName => droneLines[name].maker)
    return makerNames.filter((name) => !makers.includes(name)).map((name) => ids[name])
  }
/** An operator may register a serial number of any maker; makers and platforms only their own. */
const othersNumbers: Strangers = ({ person }) =>
  visibleModels[person] ? unseen(firstNumber)({ person, drone: 'teams' }) : []

const inPath = ({ drone }: Asking) => ({ params: { modelId: findModelId(drone) } })
// Calls below are refused for their content: a name that is taken, a model that has drones, numbers
// that are taken.
const modelFields = {
  modelName: buildCanary('model', 'makerOne'),
  shape: 'six',
  power: 'electric',
  tankL: 30,
  sprayWidth: 5.5,
}
const byMaker = {
  'query.zzAccountId': (({ person }) => {
    const makers = visibleDrones[person].map((name) => droneLines[name].maker)
    return accountNames
      .filter((name) => !(makers as readonly AccountName[]).includes(name))
      .map((name) => world.accountId[name])
  }) satisfies Strangers,
}

export const droneModelSweep = featureSweep(droneModelRoutes, {
  seed,
  strangers: { droneModel: unseen(world.modelId), modelRange: unseen(rangeId) },
  cases: {
    listDroneModels: {
      people: monitor,
      request: () => ({ query: { pageSize: '100' } }),
      strangers: byMaker,
      holds: { kind: 'model', rows: visibleModels },
    },
    getDroneModel: { people: modelList, request: inPath },
    exportDroneModels: {
      people: modelList,
      strangers: byMaker,
      holds: { kind: 'model', rows: visibleModels },
    },
    addDroneModel: {
      people: modelList,
      right: true,
      request: () => ({ body: { ...modelFields, zzAccountId: world.accountId.team } }),
    },
    updateDroneModel: {
      people: modelList,
      right: true,
      request: ({ drone }) => ({ body: { ...modelFields, flyModelId: findModelId(drone) } }),
      changes: true,
    },
    deleteDroneModel: { people: modelList, right: true, request: inPath },
    mergeDroneModels: {
      people: modelList,
      right: true,
      request: ({ drone }) => ({
        body: {
          flyModelId: findModelId(drone),
          targetModelId:
            world.modelId[droneLines[drone].maker === 'makerTwo' ? 'makerOne' : 'makerTwo'],
        },
      }),
    },
    addModelIdRange: {
      people: modelList,
      right: true,
      request: ({ drone }) => ({
        body: {
          flyModelId: findModelId(drone),
          firstId: world.droneId.lones,
          lastId: world.droneId.lones,
        },
      }),
    },
    deleteModelIdRange: {
      people: modelList,
      right: true,
      request: ({ drone }) => ({
        params: { modelId: findModelId(drone), rangeId: rangeId[droneLines[drone].maker] },
      }),
      changes: true,
    },
    findModelOfNumber: {
      people: droneList,
      request: ({ drone }) => ({ query: { droneId: world.droneId[drone] } }),
      narrows: true,
      strangers: { 'query.droneId': othersNumbers },
    },
    listModelMakers: { people: modelList, right: true },
  },
})
