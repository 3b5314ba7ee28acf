import type { DroneDetail, droneRoutes } from '@swath/contract/fleet/drones'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { Services } from '../../../platform/services.ts'
import { findHolding } from '../../land/public.ts'
import { listCredentials } from './drone-credentials.queries.ts'
import { countQuarantine } from './drone-quarantine.queries.ts'
import { withOwnWork } from './drone-work.queries.ts'
import { findDrone, findMore, type DroneRecord } from './drones.queries.ts'
import {
  manufacturersFor,
  dronesOfAccount,
  operatorsFor,
  rentalModelsFor,
} from './drone-choices.queries.ts'
import { quarantineHandlers } from './drone-quarantine.ts'
import { listFormerParties } from './drone-changes.queries.ts'
import { changeHandlers } from './drone-changes.ts'
import { droneListHandlers } from './drone-list.ts'
import { fileHandlers } from './drone-files.ts'
import { importHandlers } from './drone-import.ts'
import { registerHandlers } from './register-drone.ts'
import { abilitiesOver, presentDrone } from './present-drone.ts'

/**
 * The newest first. A row was also stored for each change of tenant, so neighbours with the same
 * owner and maker are merged.
 */
const presentOwners = (
  drone: DroneRecord,
  former: Awaited<ReturnType<typeof listFormerParties>>,
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

type Deps = Services
type Calls = Handlers<typeof droneRoutes>

const getDrone =
  ({ readDb, clock }: Deps): Calls['getDrone'] =>
  async ({ query }, { caller, language }) => {
    const found =
      (await findDrone(readDb, caller.scope, query.droneId, new Date(clock.now()))) ??
      fail('not_found')
    const [row = found] = await withOwnWork(readDb, caller.scope, [found])
    const abilities = abilitiesOver(caller, row)
    const [credentials, kept, more, former, holding] = await Promise.all([
      abilities.issueCredential ? listCredentials(readDb, row.id) : null,
      countQuarantine(readDb, row.id, new Date(clock.now())),
      findMore(readDb, caller.scope, row.id),
      abilities.update || caller.scope.kind === 'region' ? listFormerParties(readDb, row.id) : null,
      findHolding(readDb, row.id),
    ])
    return {
      ...presentDrone(row, caller, language),
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
      sweptArea: muFromM2(row.swept_m2 ?? 0),
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
      zones: holding
        ? {
            version: holding.version,
            acknowledgedAt: holding.acknowledged_at.toISOString(),
            behindSince: holding.behind_since?.toISOString() ?? null,
          }
        : null,
      quarantine: kept.map(({ reason, count, last_at }) => ({
        reason,
        count: Number(count),
        lastAt: last_at.toISOString(),
      })),
    }
  }

const listManufacturers =
  ({ readDb }: Deps): Calls['listManufacturers'] =>
  async (_input, { caller }) => ({
    items: (await manufacturersFor(readDb, caller.scope)).map(({ id, name }) => ({
      accountId: id,
      accountName: name,
    })),
  })

const listOperators =
  ({ readDb }: Deps): Calls['listOperators'] =>
  async ({ query }, { caller }) => ({
    items: (await operatorsFor(readDb, caller.scope, query.accountName)).map(({ id, name }) => ({
      accountId: id,
      accountName: name,
    })),
  })

const listDronesByAccount =
  ({ readDb }: Deps): Calls['listDronesByAccount'] =>
  async ({ query: { accountId, search } }, { caller }) => ({
    items: (await dronesOfAccount(readDb, caller.scope, accountId ?? caller.accountId, search)).map(
      (drone) => ({ droneId: drone.id, droneName: drone.name, modelName: drone.model_name }),
    ),
  })

const getRentalModels =
  ({ readDb }: Deps): Calls['getRentalModels'] =>
  async (_input, { caller }) => ({
    items: (await rentalModelsFor(readDb, [caller.accountId])).flatMap(({ rental_model }) =>
      rental_model === null ? [] : [rental_model],
    ),
  })

export const droneHandlers = (services: Services, mqtt: { port: () => number }): Calls => {
  const deps: Deps = services
  return {
    ...droneListHandlers(services),
    ...changeHandlers(services),
    ...importHandlers(services),
    ...fileHandlers(services),
    ...quarantineHandlers(services),
    getDrone: getDrone(deps),
    ...registerHandlers(services, mqtt),
    listManufacturers: listManufacturers(deps),
    listOperators: listOperators(deps),
    listDronesByAccount: listDronesByAccount(deps),
    getRentalModels: getRentalModels(deps),
  }
}
