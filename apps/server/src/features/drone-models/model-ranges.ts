import type { droneModelRoutes } from '@swath/contract/drone-models'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { tx, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { wordsIn } from '../../platform/http/messages.ts'
import type { Services } from '../../platform/services.ts'
import {
  alone,
  countStrangers,
  deleteRange,
  insertRange,
  overlapping,
} from './drone-models.queries.ts'
import {
  lockedModels,
  manages,
  modelObject,
  modelsToChange,
  rangeText,
  readModel,
} from './held-models.ts'
import { modelByNumber } from './number-ranges.ts'

const refuseOverlap = async (
  trx: Tx,
  caller: Caller,
  range: { firstId: string; lastId: string },
  manufacturerId: string,
  language: Language,
): Promise<void> => {
  const word = wordsIn(language)
  const taken = await overlapping(trx, range)
  if (taken.length > 0) {
    fail(
      'range_taken',
      {},
      taken.map((other) => {
        const from = other.first_id > range.firstId ? other.first_id : range.firstId
        const to = other.last_id < range.lastId ? other.last_id : range.lastId
        // Of a stranger's range no more is told than what both would have.
        const message = manages(caller, other.manufacturer_id)
          ? word('server:value.rangeOfModel', {
              range: rangeText(other.first_id, other.last_id),
              model: other.name,
            })
          : word('server:value.rangeOfOther', { range: rangeText(from, to) })
        return { path: 'firstId', message }
      }),
    )
  }
  const strangers = await countStrangers(trx, range, manufacturerId)
  if (strangers > 0)
    fail('range_holds_others', {}, [
      { path: 'firstId', message: word('server:value.rangeStrangers', { count: strangers }) },
    ])
}

/** Numbers by which a drone finds its model. */
export const modelRangeHandlers = ({
  db,
  clock,
}: Services): Pick<
  Handlers<typeof droneModelRoutes>,
  'addModelIdRange' | 'deleteModelIdRange' | 'findModelOfNumber'
> => ({
  addModelIdRange: async ({ body }, context) => {
    const { caller, language } = context
    await modelsToChange(db, caller, [body.flyModelId])
    return tx(db, async (trx) => {
      const [model] = await lockedModels(trx, [body.flyModelId])
      await alone(trx)
      await refuseOverlap(trx, caller, body, model!.manufacturer_id, language)
      const id = uuidv7(clock.now())
      await insertRange(trx, {
        id,
        model_id: model!.id,
        first_id: body.firstId,
        last_id: body.lastId,
        created_at: new Date(clock.now()),
      })
      const after = await readModel(trx, caller, model!.id)
      await recordAudit(
        trx,
        changeBy(
          context,
          clock.now(),
          'drone-model.add-range',
          modelObject(model!.id, model!.name),
          { firstId: body.firstId, lastId: body.lastId },
        ),
      )
      return after
    })
  },

  deleteModelIdRange: async ({ params }, context) => {
    const { caller } = context
    await modelsToChange(db, caller, [params.modelId])
    return tx(db, async (trx) => {
      const [model] = await lockedModels(trx, [params.modelId])
      const gone = (await deleteRange(trx, params.modelId, params.rangeId)) ?? fail('not_found')
      const after = await readModel(trx, caller, params.modelId)
      await recordAudit(
        trx,
        changeBy(
          context,
          clock.now(),
          'drone-model.delete-range',
          modelObject(model!.id, model!.name),
          { firstId: gone.first_id, lastId: gone.last_id },
        ),
      )
      return after
    })
  },

  findModelOfNumber: async ({ query }, { caller }) => {
    const model = await modelByNumber(db, caller, query.droneId)
    return {
      model:
        model === null || model === 'foreign'
          ? null
          : { flyModelId: model.id, modelName: model.name, zzAccountName: model.manufacturer_name },
    }
  },
})
