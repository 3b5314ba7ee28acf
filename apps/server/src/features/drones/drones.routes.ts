import { createHash, randomBytes } from 'node:crypto'
import type { DroneDetail, droneRoutes } from '@swath/contract/drones'
import type { Caller } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import { keepModel, modelByNumber } from '../drone-models/public.ts'
import {
  credentialsOf,
  findDrone,
  findModel,
  findMore,
  findOperator,
  insertDrone,
  manufacturersFor,
  dronesOfAccount,
  operatorsFor,
  quarantineOf,
  rentalModelsFor,
  rotateCredential,
  type DroneRecord,
} from './drones.queries.ts'
import { formerPartiesOf } from './drone-changes.queries.ts'
import { changeHandlers } from './drone-changes.ts'
import { droneListHandlers } from './drone-list.ts'
import { fileHandlers } from './drone-files.ts'
import { importHandlers } from './drone-import.ts'
import { equips, powersOver, presentDrone } from './present-drone.ts'

/**
 * The older credential goes on working this long, so that a drone in the field can be told the new
 * one.
 */
const overlapMs = 24 * 3_600_000

/**
 * From the newest on; tenants come and go without a change of owner, so that neighbours of the same
 * owner and maker are one.
 */
const presentOwners = (
  drone: DroneRecord,
  former: Awaited<ReturnType<typeof formerPartiesOf>>,
): DroneDetail['owners'] => {
  const owners: NonNullable<DroneDetail['owners']> = []
  let endTime: string | null = null
  let changedBy: string | null = null
  for (const [index, one] of [drone, ...former].entries()) {
    const startTime = former[index]?.until_at.toISOString() ?? drone.created_at.toISOString()
    const last = owners.at(-1)
    if (
      last &&
      last.yyAccountName === one.operator_name &&
      last.zzAccountName === one.manufacturer_name
    )
      last.startTime = startTime
    else
      owners.push({
        yyAccountName: one.operator_name,
        zzAccountName: one.manufacturer_name,
        startTime,
        endTime,
        changedBy,
      })
    endTime = startTime
    changedBy = former[index]?.user_name ?? null
  }
  return owners
}

export const droneHandlers = (
  services: Services,
  mqtt: { port: () => number },
): Handlers<typeof droneRoutes> => {
  const { db, readDb, clock, events, config } = services
  const now = () => new Date(clock.now())

  /**
   * By its serial number where that belongs to a model, which nobody overrules; else the one that
   * was chosen.
   */
  const modelOf = async (
    { droneId, flyModelId }: { droneId: string; flyModelId: string | null },
    caller: Caller,
  ): Promise<{ id: string; manufacturer_id: string }> => {
    const chosen =
      flyModelId === null
        ? null
        : ((await findModel(db, caller.scope, flyModelId)) ?? fail('not_found'))
    const numbered = await modelByNumber(db, caller, droneId)
    if (numbered === 'foreign' || (numbered && chosen && chosen.id !== numbered.id))
      return fail('number_of_a_model', { model: numbered === 'foreign' ? '–' : numbered.name })
    return (
      numbered ?? chosen ?? fail('invalid_input', {}, [{ path: 'flyModelId', message: 'required' }])
    )
  }

  return {
    ...droneListHandlers(services),
    ...changeHandlers(services),
    ...importHandlers(services),
    ...fileHandlers(services),
    getDrone: async ({ query }, { caller, language }) => {
      const row = (await findDrone(readDb, caller.scope, query.droneId, now())) ?? fail('not_found')
      const powers = powersOver(caller, row)
      const [credentials, kept, more, former] = await Promise.all([
        powers.issueCredential ? credentialsOf(readDb, row.id) : null,
        quarantineOf(readDb, row.id, now()),
        findMore(readDb, caller.scope, row.id),
        powers.update || caller.scope.kind === 'region' ? formerPartiesOf(readDb, row.id) : null,
      ])
      return {
        ...presentDrone(row, caller, language),
        firmware: row.firmware,
        createdAt: row.created_at.toISOString(),
        model: {
          shape: more.shape,
          power: more.power,
          tankL: more.model_tank_l,
          pictureUrl: more.picture_url,
        },
        releasedAt: row.released_at?.toISOString() ?? null,
        releasedBy: row.released_by,
        activatedAt: row.activated_at?.toISOString() ?? null,
        state: row.last_message_at && {
          recordTime: more.last_point_at?.toISOString() ?? null,
          lng: more.lng,
          lat: more.lat,
          height: more.height_m,
          speed: more.speed_ms,
          heading: more.heading_deg,
          tankL: more.tank_l,
          battery: more.battery_percent,
          link: more.link_percent,
          region: more.state_region === null ? [] : regionPath(more.state_region, language),
        },
        sweptArea: muFromM2(more.swept_m2 ?? 0),
        alarmCount: more.alarms,
        lastSortieId: more.last_sortie_id,
        owners: former && presentOwners(row, former),
        credentials:
          credentials &&
          credentials.map((credential) => ({
            id: credential.id,
            createdAt: credential.created_at.toISOString(),
            expiresAt: credential.expires_at?.toISOString() ?? null,
            lastUsedAt: credential.last_used_at?.toISOString() ?? null,
          })),
        quarantine: kept.map(({ reason, count, last_at }) => ({
          reason,
          count: Number(count),
          lastAt: last_at.toISOString(),
        })),
      }
    },

    addDrone: async ({ body }, context) => {
      const { caller, language } = context
      if (!equips(caller)) fail('forbidden')
      const model = await modelOf(body, caller)
      const wanted =
        body.yyAccountId ?? (caller.accountType === 'operator' ? caller.accountId : null)
      const operator =
        wanted === null
          ? null
          : ((await findOperator(db, caller.scope, wanted)) ?? fail('not_found'))
      await tx(db, async (trx) => {
        const drone = {
          id: body.droneId,
          name: body.droneName,
          modelId: model.id,
          manufacturerId: model.manufacturer_id,
          operatorId: operator?.id ?? null,
          regionCode: operator?.region_code ?? caller.regionCode,
          now: now(),
        }
        if (!(await keepModel(trx, model.id))) fail('conflict')
        if (!(await insertDrone(trx, drone))) fail('drone_exists', { droneId: body.droneId })
        await recordAudit(
          trx,
          changeBy(
            context,
            clock.now(),
            'drone.add',
            { type: 'drone', id: drone.id, name: drone.name },
            body,
          ),
        )
      })
      events.emit('dronesChanged', { droneIds: [body.droneId] })
      return presentDrone(
        (await findDrone(db, caller.scope, body.droneId, now())) ?? fail('not_found'),
        caller,
        language,
      )
    },

    issueCredential: async ({ params }, context) => {
      const { caller } = context
      const drone = (await findDrone(db, caller.scope, params.droneId, now())) ?? fail('not_found')
      if (!powersOver(caller, drone).issueCredential) fail('forbidden')
      const password = randomBytes(32).toString('base64url')
      const previousUntil = new Date(clock.now() + overlapMs)
      const { hadOlder } = await tx(db, async (trx) => {
        const rotated = await rotateCredential(trx, {
          droneId: drone.id,
          id: uuidv7(clock.now()),
          secretHash: createHash('sha256').update(password).digest(),
          createdBy: caller.userId,
          now: now(),
          previousUntil,
        })
        await recordAudit(
          trx,
          changeBy(context, clock.now(), 'drone.issue-credential', {
            type: 'drone',
            id: drone.id,
            name: drone.name,
          }),
        )
        return rotated
      })
      events.emit('credentialsChanged', { droneId: drone.id })
      const mqttHost = ['0.0.0.0', '::'].includes(config.host) ? context.host : config.host
      return {
        username: drone.id,
        password,
        mqttHost,
        mqttPort: mqtt.port(),
        previousValidUntil: hadOlder ? previousUntil.toISOString() : null,
      }
    },

    listManufacturers: async (_input, { caller }) => ({
      items: (await manufacturersFor(readDb, caller.scope)).map(({ id, name }) => ({
        accountId: id,
        accountName: name,
      })),
    }),
    listOperators: async ({ query }, { caller }) => ({
      items: (await operatorsFor(readDb, caller.scope, query.accountName)).map(({ id, name }) => ({
        accountId: id,
        accountName: name,
      })),
    }),
    listDronesByAccount: async ({ query: { accountId, search } }, { caller }) => ({
      items: (await dronesOfAccount(readDb, caller.scope, accountId, search)).map((drone) => ({
        droneId: drone.id,
        droneName: drone.name,
        modelName: drone.model_name,
      })),
    }),
    getRentalModels: async (_input, { caller }) => ({
      items: (await rentalModelsFor(readDb, [caller.accountId])).flatMap(({ rental_model }) =>
        rental_model === null ? [] : [rental_model],
      ),
    }),
  }
}
