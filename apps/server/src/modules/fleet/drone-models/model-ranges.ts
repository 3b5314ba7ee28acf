import type { droneModelRoutes } from '@swath/contract/fleet/drone-models'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import { createChanges } from '../../../platform/change/change.ts'
import { type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { wordsIn } from '../../../platform/http/messages.ts'
import type { Services } from '../../../platform/services.ts'
import {
  alone,
  countStrangers,
  deleteRange,
  insertRange,
  overlapping,
} from './model-ranges.queries.ts'
import { manages, modelKind, rangeText, readModel } from './held-models.ts'
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
        // Of another account's range, only the overlap is disclosed.
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

/** Ranges of serial numbers that assign a model to new drones. */
export const modelRangeHandlers = (
  services: Services,
): Pick<
  Handlers<typeof droneModelRoutes>,
  'addModelIdRange' | 'deleteModelIdRange' | 'findModelOfNumber'
> => {
  const { db, clock } = services
  const { change } = createChanges(services)
  return {
    addModelIdRange: ({ body: { flyModelId, firstId, lastId } }, context) => {
      const { caller, language } = context
      const asked = { id: flyModelId, to: 'change', action: 'drone-model.add-range' } as const
      return change(context, modelKind, asked, async (trx, model, now) => {
        await alone(trx)
        await refuseOverlap(trx, caller, { firstId, lastId }, model.manufacturer_id, language)
        return {
          details: { firstId, lastId },
          write: () =>
            insertRange(trx, {
              id: uuidv7(clock.now()),
              model_id: model.id,
              first_id: firstId,
              last_id: lastId,
              created_at: now,
            }),
          answer: () => readModel(trx, caller, model.id),
        }
      })
    },

    deleteModelIdRange: ({ params: { modelId, rangeId } }, context) => {
      const asked = { id: modelId, to: 'change', action: 'drone-model.delete-range' } as const
      return change(context, modelKind, asked, async (trx) => {
        const gone = (await deleteRange(trx, modelId, rangeId)) ?? fail('not_found')
        return {
          details: { firstId: gone.first_id, lastId: gone.last_id },
          answer: () => readModel(trx, context.caller, modelId),
        }
      })
    },

    findModelOfNumber: async ({ query }, { caller }) => {
      const model = await modelByNumber(db, caller, query.droneId)
      return {
        model:
          model === null || model === 'foreign'
            ? null
            : {
                flyModelId: model.id,
                modelName: model.name,
                zzAccountName: model.manufacturer_name,
              },
      }
    },
  }
}
