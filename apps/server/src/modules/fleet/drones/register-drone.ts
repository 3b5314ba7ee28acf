// Registers a drone, and issues its credentials.
import { createHash, randomBytes } from 'node:crypto'
import type { droneRoutes } from '@swath/contract/fleet/drones'
import type { Caller } from '@swath/domain/access/caller'
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { createChanges, type Changes, nothing } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { keepModel } from '../drone-models/drone-models.queries.ts'
import { modelByNumber } from '../drone-models/number-ranges.ts'
import { droneKind } from './drone-kind.ts'
import { findDrone, insertDrone } from './drones.queries.ts'
import { findModel, findOperator } from './drone-choices.queries.ts'
import { rotateCredential } from './drone-credentials.queries.ts'
import { presentDrone } from './present-drone.ts'

/** The older credential stays valid this long, so that a drone in the field can get the new one. */
const overlapMs = 24 * 3_600_000

type Deps = Services & Changes & { mqtt: { port: () => number } }
type Calls = Handlers<typeof droneRoutes>

/** By serial number if a model's range contains it, which cannot be overridden; else as chosen. */
const pickModel = async (
  db: Db,
  { droneId, flyModelId }: { droneId: string; flyModelId: string | null },
  caller: Caller,
): Promise<{ id: string; manufacturer_id: string }> => {
  const chosen =
    flyModelId === null
      ? null
      : ((await findModel(db, caller.scope, flyModelId)) ?? fail('not_found'))
  const numbered = await modelByNumber(db, caller, droneId)
  if (numbered === 'foreign') return fail('number_refused')
  if (numbered && chosen && chosen.id !== numbered.id)
    return fail('number_of_a_model', { model: numbered.name })
  return (
    numbered ?? chosen ?? fail('invalid_input', {}, [{ path: 'flyModelId', message: 'required' }])
  )
}

const addDrone =
  ({ db, clock, record }: Deps): Calls['addDrone'] =>
  async ({ body }, context) => {
    const { caller, language } = context
    if (!canManageEquipment(caller)) fail('forbidden')
    const model = await pickModel(db, body, caller)
    const wanted = body.yyAccountId ?? (caller.accountType === 'operator' ? caller.accountId : null)
    const operator =
      wanted === null ? null : ((await findOperator(db, caller.scope, wanted)) ?? fail('not_found'))
    const drone = {
      id: body.droneId,
      name: body.droneName,
      modelId: model.id,
      manufacturerId: model.manufacturer_id,
      operatorId: operator?.id ?? null,
      regionCode: operator?.region_code ?? caller.regionCode,
      now: new Date(clock.now()),
    }
    await record(context, async (trx) => ({
      action: 'drone.add',
      object: { type: droneKind.type, id: drone.id, name: drone.name },
      details: body,
      write: async () => {
        if (!(await keepModel(trx, model.id))) fail('conflict')
        // Another account's drone is not disclosed: its number is only reported as taken.
        if (!(await insertDrone(trx, drone)))
          fail(
            (await findDrone(trx, caller.scope, drone.id, new Date(clock.now())))
              ? 'drone_exists'
              : 'number_refused',
          )
      },
      answer: nothing,
      tell: (events) => events.emit('dronesChanged', { droneIds: [body.droneId] }),
    }))
    return presentDrone(
      (await findDrone(db, caller.scope, body.droneId, new Date(clock.now()))) ?? fail('not_found'),
      caller,
      language,
    )
  }

const issueCredential =
  ({ mqtt, clock, config, change }: Deps): Calls['issueCredential'] =>
  async ({ params }, context) => {
    const { droneId } = params
    const password = randomBytes(32).toString('base64url')
    const previousUntil = new Date(clock.now() + overlapMs)
    const asked = { id: droneId, to: 'issueCredential', action: 'drone.issue-credential' } as const
    return change(context, droneKind, asked, async (trx) => {
      const { hadOlder } = await rotateCredential(trx, {
        droneId,
        id: uuidv7(clock.now()),
        secretHash: createHash('sha256').update(password).digest(),
        createdBy: context.caller.userId,
        now: new Date(clock.now()),
        previousUntil,
      })
      const mqttHost = ['0.0.0.0', '::'].includes(config.host) ? context.host : config.host
      return {
        answer: () =>
          Promise.resolve({
            username: droneId,
            password,
            mqttHost,
            mqttPort: mqtt.port(),
            previousValidUntil: hadOlder ? previousUntil.toISOString() : null,
          }),
        tell: (events) => events.emit('credentialsChanged', { droneId }),
      }
    })
  }

export const registerHandlers = (services: Services, mqtt: { port: () => number }) => {
  const deps: Deps = { ...services, ...createChanges(services), mqtt }
  return { addDrone: addDrone(deps), issueCredential: issueCredential(deps) }
}
