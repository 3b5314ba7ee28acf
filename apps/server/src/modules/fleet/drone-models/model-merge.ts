// Moves the drones and numbers of one model to another model of the same maker.
import { fail } from '../../../platform/errors/fail.ts'
import { releaseFile } from '../../people/public.ts'
import { deleteModel, moveToModel } from './drone-models.queries.ts'
import { lockedModels, modelObject, modelsToChange, readModel } from './held-models.ts'
import { emitDronesChanged, type Calls, type Deps } from './model-change-deps.ts'

/** Number of drones listed in a log entry; beyond it, only their count is logged. */
const namedInLog = 200

export const mergeDroneModels =
  ({ db, record }: Deps): Calls['mergeDroneModels'] =>
  async ({ body: { flyModelId, targetModelId } }, context) => {
    const { caller } = context
    const [from, to] = await modelsToChange(db, caller, [flyModelId, targetModelId])
    if (from!.id === to!.id)
      fail('invalid_input', {}, [{ path: 'targetModelId', message: 'sameModel' }])
    if (from!.manufacturer_id !== to!.manufacturer_id) fail('models_of_two_makers')
    return record(context, async (trx, now) => {
      const [gone, stays] = await lockedModels(trx, [flyModelId, targetModelId])
      const moved = await moveToModel(trx, gone!.id, stays!.id)
      await releaseFile(trx, gone!.picture_url, { accountId: gone!.manufacturer_id, now })
      if (!(await deleteModel(trx, gone!.id))) fail('in_use')
      return {
        action: 'drone-model.merge',
        object: modelObject(gone!.id, gone!.name),
        details: {
          into: stays!.name,
          intoModelId: stays!.id,
          movedDrones: moved.droneIds.length,
          movedRanges: moved.ranges,
          droneIds: moved.droneIds.slice(0, namedInLog),
        },
        answer: async () => ({
          model: await readModel(trx, caller, stays!.id),
          movedDrones: moved.droneIds.length,
          movedRanges: moved.ranges,
        }),
        tell: (events) => emitDronesChanged(events, moved.droneIds),
      }
    })
  }
