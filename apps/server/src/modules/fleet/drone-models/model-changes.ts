// Changes of models by their maker and the platforms.
import { createChanges, nothing } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { wordsIn } from '../../../platform/http/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { claimFile, releaseFile } from '../../people/public.ts'
import {
  countModelDrones,
  deleteModel,
  dronesOfModel,
  findMaker,
  findModel,
  insertModel,
  updateModel,
  type ModelRow,
} from './drone-models.queries.ts'
import { manages, modelKind, modelObject, present, rangeText, readModel } from './held-models.ts'
import { emitDronesChanged, type Calls, type Deps } from './model-change-deps.ts'
import { mergeDroneModels } from './model-merge.ts'

/** Fields of a model for the log. */
const toLoggedFields = (row: ModelRow) => ({
  modelName: row.name,
  shape: row.shape,
  power: row.power,
  tankL: row.tank_l,
  sprayWidth: row.swath_width_m,
  pictureUrl: row.picture_url,
})

const refuseTaken = (isWritten: boolean): void => {
  if (!isWritten) fail('model_name_taken', {}, [{ path: 'modelName', message: 'modelNameTaken' }])
}

const aboutPicture = (accountId: string) =>
  ({ accountId, purpose: 'model', field: 'pictureUrl' }) as const

const addDroneModel =
  ({ db, clock, record }: Deps): Calls['addDroneModel'] =>
  async ({ body }, context) => {
    const { caller } = context
    if (body.zzAccountId === null && caller.accountType !== 'manufacturer')
      fail('invalid_input', {}, [{ path: 'zzAccountId', message: 'required' }])
    const maker =
      (await findMaker(db, caller.scope, body.zzAccountId ?? caller.accountId)) ?? fail('not_found')
    if (!manages(caller, maker.id)) fail('forbidden')
    const { zzAccountId: _maker, ...fields } = body
    return record(context, async (trx, now) => {
      const id = uuidv7(clock.now())
      return {
        action: 'drone-model.add',
        object: modelObject(id, fields.modelName),
        details: { after: { ...fields, manufacturer: maker.name } },
        write: async () => {
          refuseTaken(
            await insertModel(trx, {
              id,
              manufacturer_id: maker.id,
              name: fields.modelName,
              shape: fields.shape,
              power: fields.power,
              tank_l: fields.tankL,
              swath_width_m: fields.sprayWidth,
              picture_url: fields.pictureUrl || null,
              created_at: now,
              updated_at: now,
            }),
          )
          await claimFile(trx, fields.pictureUrl, aboutPicture(maker.id))
        },
        answer: () => readModel(trx, caller, id),
      }
    })
  }

const updateDroneModel =
  ({ change }: Deps): Calls['updateDroneModel'] =>
  ({ body: { flyModelId: id, version, ...given } }, context) => {
    const { caller } = context
    const asked = { id, version, to: 'change', action: 'drone-model.update' } as const
    return change(context, modelKind, asked, async (trx, before, now) => {
      const body = {
        modelName: given.modelName ?? before.name,
        shape: given.shape ?? before.shape,
        power: given.power ?? before.power,
        tankL: given.tankL ?? before.tank_l,
        sprayWidth: given.sprayWidth ?? before.swath_width_m,
      }
      const pictureUrl =
        given.pictureUrl === undefined ? before.picture_url : given.pictureUrl || null
      const following =
        before.swath_width_m === body.sprayWidth ? [] : await dronesOfModel(trx, id, 'following')
      return {
        name: body.modelName,
        before: toLoggedFields(before),
        after: { ...body, pictureUrl },
        write: async () => {
          refuseTaken(
            await updateModel(trx, id, {
              name: body.modelName,
              shape: body.shape,
              power: body.power,
              tank_l: body.tankL,
              swath_width_m: body.sprayWidth,
              picture_url: pictureUrl,
              updated_at: now,
            }),
          )
          if (pictureUrl === before.picture_url) return
          const accountId = before.manufacturer_id
          await claimFile(trx, pictureUrl, aboutPicture(accountId))
          await releaseFile(trx, before.picture_url, { accountId, now })
        },
        answer: async () =>
          present((await findModel(trx, caller.scope, id)) ?? fail('conflict'), caller),
        tell: (events) => emitDronesChanged(events, following),
      }
    })
  }

const deleteDroneModel =
  ({ change }: Deps): Calls['deleteDroneModel'] =>
  ({ params }, context) => {
    const asked = { id: params.modelId, to: 'change', action: 'drone-model.delete' } as const
    return change(context, modelKind, asked, async (trx, before, now) => {
      const drones = await countModelDrones(trx, before.id)
      const word = wordsIn(context.language)
      if (drones > 0)
        fail('in_use', {}, [
          { path: 'drones', message: word('server:value.holdsDronesOfModel', { count: drones }) },
        ])
      return {
        details: {
          before: toLoggedFields(before),
          ranges: before.ranges.map(({ firstId, lastId }) => rangeText(firstId, lastId)),
        },
        write: async () => {
          await releaseFile(trx, before.picture_url, { accountId: before.manufacturer_id, now })
          if (!(await deleteModel(trx, before.id))) fail('in_use')
        },
        answer: nothing,
      }
    })
  }

export const modelChangeHandlers = (services: Services) => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    addDroneModel: addDroneModel(deps),
    updateDroneModel: updateDroneModel(deps),
    deleteDroneModel: deleteDroneModel(deps),
    mergeDroneModels: mergeDroneModels(deps),
  }
}
