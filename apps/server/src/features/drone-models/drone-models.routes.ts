import type { droneModelRoutes } from '@swath/contract/drone-models'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { wordsIn } from '../../platform/http/messages.ts'
import type { Services } from '../../platform/services.ts'
import { claimFile, releaseFile } from '../files/public.ts'
import {
  countDronesOf,
  deleteModel,
  dronesOfModel,
  findMaker,
  findModel,
  insertModel,
  makersFor,
  moveToModel,
  updateModel,
  type ModelRow,
} from './drone-models.queries.ts'
import {
  lockedModels,
  manages,
  modelObject,
  modelsToChange,
  present,
  rangeText,
  readModel,
} from './held-models.ts'
import { modelListHandlers } from './model-list.ts'
import { modelRangeHandlers } from './model-ranges.ts'

/** Drones named in one entry of the log; of more, how many there were. */
const namedInLog = 200
/** Drones of one event, so that it stays a small message between processes. */
const dronesAnEvent = 500

/** What the log keeps of a model. */
const fieldsOf = (row: ModelRow) => ({
  modelName: row.name,
  shape: row.shape,
  power: row.power,
  tankL: row.tank_l,
  sprayWidth: row.swath_width_m,
  pictureUrl: row.picture_url,
})
export const droneModelHandlers = (services: Services): Handlers<typeof droneModelRoutes> => {
  const { db, readDb, clock, events } = services
  const now = () => new Date(clock.now())

  const tellOf = (droneIds: readonly string[]): void => {
    for (let from = 0; from < droneIds.length; from += dronesAnEvent)
      events.emit('dronesChanged', { droneIds: droneIds.slice(from, from + dronesAnEvent) })
  }

  return {
    ...modelListHandlers(services),

    getDroneModel: async ({ params }, { caller }) => readModel(readDb, caller, params.modelId),

    addDroneModel: async ({ body }, context) => {
      const { caller } = context
      if (body.zzAccountId === null && caller.accountType !== 'manufacturer')
        fail('invalid_input', {}, [{ path: 'zzAccountId', message: 'required' }])
      const maker =
        (await findMaker(db, caller.scope, body.zzAccountId ?? caller.accountId)) ??
        fail('not_found')
      if (!manages(caller, maker.id)) fail('forbidden')
      const { zzAccountId: _maker, ...fields } = body
      return tx(db, async (trx) => {
        const id = uuidv7(clock.now())
        const at = now()
        const inserted = await insertModel(trx, {
          id,
          manufacturer_id: maker.id,
          name: fields.modelName,
          shape: fields.shape,
          power: fields.power,
          tank_l: fields.tankL,
          swath_width_m: fields.sprayWidth,
          picture_url: fields.pictureUrl || null,
          created_at: at,
          updated_at: at,
        })
        if (inserted === 'taken')
          fail('model_name_taken', {}, [{ path: 'modelName', message: 'modelNameTaken' }])
        await claimFile(trx, fields.pictureUrl, {
          accountId: maker.id,
          purpose: 'model',
          field: 'pictureUrl',
        })
        const model = await readModel(trx, caller, id)
        await recordAudit(
          trx,
          changeBy(context, clock.now(), 'drone-model.add', modelObject(id, fields.modelName), {
            after: { ...fields, manufacturer: maker.name },
          }),
        )
        return model
      })
    },

    updateDroneModel: async ({ body }, context) => {
      const { caller } = context
      const id = body.flyModelId
      await modelsToChange(db, caller, [id])
      const { model, following } = await tx(db, async (trx) => {
        const [held] = await lockedModels(trx, [id])
        const before = (await findModel(trx, caller.scope, id)) ?? fail('conflict')
        const pictureUrl = body.pictureUrl || null
        const changed = await updateModel(trx, id, {
          name: body.modelName,
          shape: body.shape,
          power: body.power,
          tank_l: body.tankL,
          swath_width_m: body.sprayWidth,
          picture_url: pictureUrl,
          updated_at: now(),
        })
        if (changed === 'taken')
          fail('model_name_taken', {}, [{ path: 'modelName', message: 'modelNameTaken' }])
        if (pictureUrl !== before.picture_url) {
          await claimFile(trx, pictureUrl, {
            accountId: before.manufacturer_id,
            purpose: 'model',
            field: 'pictureUrl',
          })
          await releaseFile(trx, before.picture_url, {
            accountId: before.manufacturer_id,
            now: now(),
          })
        }
        const after = (await findModel(trx, caller.scope, id)) ?? fail('conflict')
        const following =
          held!.swath_width_m === after.swath_width_m
            ? []
            : await dronesOfModel(trx, id, 'following')
        await recordAudit(
          trx,
          changeBy(context, clock.now(), 'drone-model.update', modelObject(id, body.modelName), {
            before: fieldsOf(before),
            after: fieldsOf(after),
          }),
        )
        return { model: present(after, caller), following }
      })
      tellOf(following)
      return model
    },

    deleteDroneModel: async ({ params }, context) => {
      const { caller, language } = context
      await modelsToChange(db, caller, [params.modelId])
      await tx(db, async (trx) => {
        await lockedModels(trx, [params.modelId])
        const before = (await findModel(trx, caller.scope, params.modelId)) ?? fail('conflict')
        const drones = await countDronesOf(trx, before.id)
        if (drones > 0)
          fail('in_use', {}, [
            {
              path: 'drones',
              message: wordsIn(language)('server:value.holdsDronesOfModel', { count: drones }),
            },
          ])
        await releaseFile(trx, before.picture_url, {
          accountId: before.manufacturer_id,
          now: now(),
        })
        if (!(await deleteModel(trx, before.id))) fail('in_use')
        await recordAudit(
          trx,
          changeBy(
            context,
            clock.now(),
            'drone-model.delete',
            modelObject(before.id, before.name),
            {
              before: fieldsOf(before),
              ranges: before.ranges.map(({ firstId, lastId }) => rangeText(firstId, lastId)),
            },
          ),
        )
      })
    },

    mergeDroneModels: async ({ body }, context) => {
      const { caller } = context
      const [from, to] = await modelsToChange(db, caller, [body.flyModelId, body.targetModelId])
      if (from!.id === to!.id)
        fail('invalid_input', {}, [{ path: 'targetModelId', message: 'sameModel' }])
      if (from!.manufacturer_id !== to!.manufacturer_id) fail('models_of_two_makers')
      const { model, droneIds, ranges } = await tx(db, async (trx) => {
        const [gone, stays] = await lockedModels(trx, [body.flyModelId, body.targetModelId])
        const moved = await moveToModel(trx, gone!.id, stays!.id)
        await releaseFile(trx, gone!.picture_url, { accountId: gone!.manufacturer_id, now: now() })
        if (!(await deleteModel(trx, gone!.id))) fail('in_use')
        const after = await readModel(trx, caller, stays!.id)
        await recordAudit(
          trx,
          changeBy(context, clock.now(), 'drone-model.merge', modelObject(gone!.id, gone!.name), {
            into: stays!.name,
            intoModelId: stays!.id,
            movedDrones: moved.droneIds.length,
            movedRanges: moved.ranges,
            droneIds: moved.droneIds.slice(0, namedInLog),
          }),
        )
        return { model: after, ...moved }
      })
      tellOf(droneIds)
      return { model, movedDrones: droneIds.length, movedRanges: ranges }
    },

    ...modelRangeHandlers(services),

    listModelMakers: async (_input, { caller }) => ({
      items: (await makersFor(readDb, caller.scope)).map(({ id, name }) => ({
        accountId: id,
        accountName: name,
      })),
    }),
  }
}
