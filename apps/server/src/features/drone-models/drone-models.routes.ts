import type { droneModelRoutes, DroneModel } from '@swath/contract/drone-models'
import type { Caller } from '@swath/domain/access/caller'
import { fromMu, muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { wordsIn, type WordKey } from '../../platform/http/messages.ts'
import { areaUnitWords } from '../../platform/listing/area-unit-words.ts'
import { figure } from '../../platform/listing/csv.ts'
import { tableStream } from '../../platform/listing/table.ts'
import type { Services } from '../../platform/services.ts'
import { claimFile, releaseFile } from '../files/public.ts'
import {
  alone, countDronesOf, countStrangers, deleteModel, deleteRange, dronesOfModel, findMaker, findModel, insertModel, insertRange, lockModels, makersFor, modelSums,
  moveToModel, overlapping, pageOfModels, updateModel, type ModelRow,
} from './drone-models.queries.ts'
import { modelByNumber } from './number-ranges.ts'

const shapeWords = {
  single: 'server:value.shapeSingle', dual: 'server:value.shapeDual', three: 'server:value.shapeThree', four: 'server:value.shapeFour', six: 'server:value.shapeSix',
  eight: 'server:value.shapeEight', other: 'server:value.shapeOther',
} as const satisfies Record<DroneModel['shape'], WordKey>
const powerWords = {
  electric: 'server:value.powerElectric', oil: 'server:value.powerOil', hybrid: 'server:value.powerHybrid',
} as const satisfies Record<DroneModel['power'], WordKey>

/** Drones named in one entry of the log; of more, how many there were. */
const namedInLog = 200
/** Drones of one event, so that it stays a small message between processes. */
const dronesAnEvent = 500

/** A maker its own models, the platforms all within their scope; others choose among models and change none. */
const manages = ({ rights, scope }: Caller, manufacturerId: string): boolean => rights.includes('equipment.manage')
  && (scope.kind === 'all' || scope.kind === 'accounts' && (scope.as === 'manufacturer' || scope.as === 'sub-platform') && scope.accountIds.includes(manufacturerId))

const present = (row: ModelRow, caller: Caller): DroneModel => {
  const may = manages(caller, row.manufacturer_id)
  return {
    flyModelId: row.id, modelName: row.name, shape: row.shape, power: row.power, tankL: row.tank_l, sprayWidth: row.swath_width_m, pictureUrl: row.picture_url,
    zzAccountId: row.manufacturer_id, zzAccountName: row.manufacturer_name, droneNum: row.drones ?? 0, workArea: muFromM2(row.covered_m2 ?? 0), sortieCount: row.sorties ?? 0,
    idRanges: may ? row.ranges.map(({ id, firstId, lastId, drones }) => ({ rangeId: id, firstId, lastId, droneNum: drones })) : [],
    createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(), can: { update: may, delete: may, merge: may },
  }
}

/** What the log keeps of a model. */
const fieldsOf = (row: ModelRow) => ({
  modelName: row.name, shape: row.shape, power: row.power, tankL: row.tank_l, sprayWidth: row.swath_width_m, pictureUrl: row.picture_url,
})
const object = (id: string, name: string) => ({ type: 'drone-model', id, name })
const rangeText = (firstId: string, lastId: string): string => (firstId === lastId ? firstId : `${firstId} – ${lastId}`)

export const droneModelHandlers = ({ db, readDb, clock, events }: Services): Handlers<typeof droneModelRoutes> => {
  const now = () => new Date(clock.now())

  const read = async (from: Db | Tx, caller: Caller, id: string): Promise<DroneModel> => present(await findModel(from, caller.scope, id) ?? fail('not_found'), caller)

  /** Refuses before anything is locked; what was there then and is gone afterwards, somebody else took. */
  const allowed = async (caller: Caller, ids: readonly string[]): Promise<ModelRow[]> => {
    const found: ModelRow[] = []
    for (const id of ids) found.push(await findModel(db, caller.scope, id) ?? fail('not_found'))
    if (!found.every((model) => manages(caller, model.manufacturer_id))) fail('forbidden')
    return found
  }
  const locked = async (trx: Tx, ids: readonly string[]) => {
    const rows = await lockModels(trx, ids)
    return ids.map((id) => rows.find((row) => row.id === id) ?? fail('conflict'))
  }
  const tellOf = (droneIds: readonly string[]): void => {
    for (let from = 0; from < droneIds.length; from += dronesAnEvent) events.emit('dronesChanged', { droneIds: droneIds.slice(from, from + dronesAnEvent) })
  }

  const refuseOverlap = async (trx: Tx, caller: Caller, range: { firstId: string; lastId: string }, manufacturerId: string, language: Language): Promise<void> => {
    const word = wordsIn(language)
    const taken = await overlapping(trx, range)
    if (taken.length > 0) {
      fail('range_taken', {}, taken.map((other) => {
        const from = other.first_id > range.firstId ? other.first_id : range.firstId
        const to = other.last_id < range.lastId ? other.last_id : range.lastId
        // Of a stranger's range no more is told than what both would have.
        const message = manages(caller, other.manufacturer_id)
          ? word('server:value.rangeOfModel', { range: rangeText(other.first_id, other.last_id), model: other.name })
          : word('server:value.rangeOfOther', { range: rangeText(from, to) })
        return { path: 'firstId', message }
      }))
    }
    const strangers = await countStrangers(trx, range, manufacturerId)
    if (strangers > 0) fail('range_holds_others', {}, [{ path: 'firstId', message: word('server:value.rangeStrangers', { count: strangers }) }])
  }

  return {
    listDroneModels: async ({ query }, { caller }) => {
      const [rows, sums] = await Promise.all([pageOfModels(readDb, caller.scope, query, query), modelSums(readDb, caller.scope, query)])
      return {
        items: rows.map((row) => present(row, caller)), total: sums.models, currentPage: query.currentPage, pageSize: query.pageSize,
        stats: { modelNum: sums.models, zzNum: sums.makers, droneNum: sums.drones, workArea: muFromM2(sums.covered_m2) },
      }
    },

    getDroneModel: async ({ params }, { caller }) => read(readDb, caller, params.modelId),

    exportDroneModels: async ({ query }, { caller, language, setHeader, signal }) => {
      const word = wordsIn(language)
      const header = [
        word('server:column.modelName'), word('server:column.manufacturer'), word('server:column.shape'), word('server:column.power'), word('server:column.tank'),
        word('server:column.sprayWidth'), word('server:column.droneNum'), word('server:column.sorties'),
        word('server:column.workArea', { unit: word(areaUnitWords[query.areaUnit]) }), word('server:column.idRanges'), word('server:column.createdAt', { zone: caller.timeZone }),
      ]
      const rows = async function* () {
        // A few hundred at most: models are what somebody has thought up.
        for (const row of await pageOfModels(readDb, caller.scope, query)) {
          const model = present(row, caller)
          yield [model.modelName, model.zzAccountName, word(shapeWords[model.shape]), word(powerWords[model.power]), figure(model.tankL, 1), figure(model.sprayWidth, 1),
            model.droneNum, model.sortieCount, figure(fromMu(model.workArea, query.areaUnit)),
            model.idRanges.map(({ firstId, lastId }) => rangeText(firstId, lastId)).join('; '), row.created_at]
        }
      }
      return tableStream('drone-models', header, rows(), { format: query.format, timeZone: caller.timeZone, signal, setHeader })
    },

    addDroneModel: async ({ body }, context) => {
      const { caller } = context
      if (body.zzAccountId === null && caller.accountType !== 'manufacturer') fail('invalid_input', {}, [{ path: 'zzAccountId', message: 'required' }])
      const maker = await findMaker(db, caller.scope, body.zzAccountId ?? caller.accountId) ?? fail('not_found')
      if (!manages(caller, maker.id)) fail('forbidden')
      const { zzAccountId: _maker, ...fields } = body
      return tx(db, async (trx) => {
        const id = uuidv7(clock.now())
        const at = now()
        const inserted = await insertModel(trx, {
          id, manufacturer_id: maker.id, name: fields.modelName, shape: fields.shape, power: fields.power, tank_l: fields.tankL, swath_width_m: fields.sprayWidth,
          picture_url: fields.pictureUrl || null, created_at: at, updated_at: at,
        })
        if (inserted === 'taken') fail('model_name_taken', {}, [{ path: 'modelName', message: 'modelNameTaken' }])
        await claimFile(trx, fields.pictureUrl, { accountId: maker.id, purpose: 'model', field: 'pictureUrl' })
        const model = await read(trx, caller, id)
        await recordAudit(trx, changeBy(context, clock.now(), 'drone-model.add', object(id, fields.modelName), { after: { ...fields, manufacturer: maker.name } }))
        return model
      })
    },

    updateDroneModel: async ({ body }, context) => {
      const { caller } = context
      const id = body.flyModelId
      await allowed(caller, [id])
      const { model, following } = await tx(db, async (trx) => {
        const [held] = await locked(trx, [id])
        const before = await findModel(trx, caller.scope, id) ?? fail('conflict')
        const pictureUrl = body.pictureUrl || null
        const changed = await updateModel(trx, id, {
          name: body.modelName, shape: body.shape, power: body.power, tank_l: body.tankL, swath_width_m: body.sprayWidth, picture_url: pictureUrl, updated_at: now(),
        })
        if (changed === 'taken') fail('model_name_taken', {}, [{ path: 'modelName', message: 'modelNameTaken' }])
        if (pictureUrl !== before.picture_url) {
          await claimFile(trx, pictureUrl, { accountId: before.manufacturer_id, purpose: 'model', field: 'pictureUrl' })
          await releaseFile(trx, before.picture_url, { accountId: before.manufacturer_id, now: now() })
        }
        const after = await findModel(trx, caller.scope, id) ?? fail('conflict')
        const following = held!.swath_width_m === after.swath_width_m ? [] : await dronesOfModel(trx, id, 'following')
        await recordAudit(trx, changeBy(context, clock.now(), 'drone-model.update', object(id, body.modelName), { before: fieldsOf(before), after: fieldsOf(after) }))
        return { model: present(after, caller), following }
      })
      tellOf(following)
      return model
    },

    deleteDroneModel: async ({ params }, context) => {
      const { caller, language } = context
      await allowed(caller, [params.modelId])
      await tx(db, async (trx) => {
        await locked(trx, [params.modelId])
        const before = await findModel(trx, caller.scope, params.modelId) ?? fail('conflict')
        const drones = await countDronesOf(trx, before.id)
        if (drones > 0) fail('in_use', {}, [{ path: 'drones', message: wordsIn(language)('server:value.holdsDronesOfModel', { count: drones }) }])
        await releaseFile(trx, before.picture_url, { accountId: before.manufacturer_id, now: now() })
        if (!await deleteModel(trx, before.id)) fail('in_use')
        await recordAudit(trx, changeBy(context, clock.now(), 'drone-model.delete', object(before.id, before.name),
          { before: fieldsOf(before), ranges: before.ranges.map(({ firstId, lastId }) => rangeText(firstId, lastId)) }))
      })
    },

    mergeDroneModels: async ({ body }, context) => {
      const { caller } = context
      const [from, to] = await allowed(caller, [body.flyModelId, body.targetModelId])
      if (from!.id === to!.id) fail('invalid_input', {}, [{ path: 'targetModelId', message: 'sameModel' }])
      if (from!.manufacturer_id !== to!.manufacturer_id) fail('models_of_two_makers')
      const { model, droneIds, ranges } = await tx(db, async (trx) => {
        const [gone, stays] = await locked(trx, [body.flyModelId, body.targetModelId])
        const moved = await moveToModel(trx, gone!.id, stays!.id)
        await releaseFile(trx, gone!.picture_url, { accountId: gone!.manufacturer_id, now: now() })
        if (!await deleteModel(trx, gone!.id)) fail('in_use')
        const after = await read(trx, caller, stays!.id)
        await recordAudit(trx, changeBy(context, clock.now(), 'drone-model.merge', object(gone!.id, gone!.name), {
          into: stays!.name, intoModelId: stays!.id, movedDrones: moved.droneIds.length, movedRanges: moved.ranges, droneIds: moved.droneIds.slice(0, namedInLog),
        }))
        return { model: after, ...moved }
      })
      tellOf(droneIds)
      return { model, movedDrones: droneIds.length, movedRanges: ranges }
    },

    addModelIdRange: async ({ body }, context) => {
      const { caller, language } = context
      await allowed(caller, [body.flyModelId])
      return tx(db, async (trx) => {
        const [model] = await locked(trx, [body.flyModelId])
        await alone(trx)
        await refuseOverlap(trx, caller, body, model!.manufacturer_id, language)
        const id = uuidv7(clock.now())
        await insertRange(trx, { id, model_id: model!.id, first_id: body.firstId, last_id: body.lastId, created_at: now() })
        const after = await read(trx, caller, model!.id)
        await recordAudit(trx, changeBy(context, clock.now(), 'drone-model.add-range', object(model!.id, model!.name), { firstId: body.firstId, lastId: body.lastId }))
        return after
      })
    },

    deleteModelIdRange: async ({ params }, context) => {
      const { caller } = context
      await allowed(caller, [params.modelId])
      return tx(db, async (trx) => {
        const [model] = await locked(trx, [params.modelId])
        const gone = await deleteRange(trx, params.modelId, params.rangeId) ?? fail('not_found')
        const after = await read(trx, caller, params.modelId)
        await recordAudit(trx, changeBy(context, clock.now(), 'drone-model.delete-range', object(model!.id, model!.name), { firstId: gone.first_id, lastId: gone.last_id }))
        return after
      })
    },

    findModelOfNumber: async ({ query }, { caller }) => {
      const model = await modelByNumber(db, caller, query.droneId)
      return { model: model === null || model === 'foreign' ? null : { flyModelId: model.id, modelName: model.name, zzAccountName: model.manufacturer_name } }
    },

    listModelMakers: async (_input, { caller }) => ({ items: (await makersFor(readDb, caller.scope)).map(({ id, name }) => ({ accountId: id, accountName: name })) }),
  }
}
