// Database queries of the caster: mount points, the drones they serve, and connection state.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export type Mount = NonNullable<Awaited<ReturnType<typeof findMountByName>>>

export const findMountByName = (db: Db, name: string) =>
  db
    .selectFrom('ntrip_mount')
    .where('name', '=', name)
    .where('enabled', '=', true)
    .select(['id', 'account_id', 'name', 'version', 'base_secret_hash', 'rover_secret_hash'])
    .executeTakeFirst()

/** Mount points that are set up and not disabled. */
export const listEnabledMounts = (db: Db, atMost: number) =>
  db
    .selectFrom('ntrip_mount')
    .where('enabled', '=', true)
    .select(['name', 'place', 'format', 'lng', 'lat'])
    .orderBy('name')
    .limit(atMost)
    .execute()

/** Current versions of these mount points; disabled or deleted ones are missing. */
export const readVersions = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('ntrip_mount')
    .where('id', 'in', [...ids])
    .where('enabled', '=', true)
    .select(['id', 'version'])
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/**
 * Which of these drones may receive the corrections of an account: those whose maker, owner or
 * tenant is the account or one below it. A drone whose receivers are all switched off, or all past
 * the end of their service, may not.
 */
export const listServedDrones = async (
  db: Db,
  accountId: string,
  droneIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (droneIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with recursive served as (
      select id from account where id = ${accountId}::uuid
      union
      select account.id from account join served on account.parent_id = served.id)
    select drone.id
    from drone
    where drone.id = any(${droneIds})
      and (drone.manufacturer_id in (select id from served)
        or drone.operator_id in (select id from served)
        or drone.tenant_id in (select id from served))
      and (
        not exists (select from rtk_device where rtk_device.drone_id = drone.id)
        or exists (
          select from rtk_device join account on account.id = rtk_device.account_id
          where rtk_device.drone_id = drone.id and rtk_device.allowed
            and (rtk_device.expires_on is null
              or rtk_device.expires_on >= (${now}::timestamptz at time zone account.time_zone)::date)))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export type MountState = {
  id: string
  baseSince: Date | null
  baseAgent: string | null
  lastDataAt: Date | null
  roverCount: number
}

export const writeMountState = async (db: Db, state: MountState): Promise<void> => {
  await db
    .updateTable('ntrip_mount')
    .set({
      base_since: state.baseSince,
      base_agent: state.baseAgent,
      ...(state.lastDataAt ? { last_data_at: state.lastDataAt } : {}),
      rover_count: state.roverCount,
    })
    .where('id', '=', state.id)
    .execute()
}

/** Clears the connection state when a caster starts or stops: no client is connected to it. */
export const forgetConnections = async (db: Db): Promise<void> => {
  await db
    .updateTable('ntrip_mount')
    .set({ base_since: null, rover_count: 0 })
    .where((eb) => eb.or([eb('base_since', 'is not', null), eb('rover_count', '>', 0)]))
    .execute()
}

export const isInTheAir = async (db: Db, droneId: string): Promise<boolean> =>
  (await db
    .selectFrom('sortie')
    .select('id')
    .where('drone_id', '=', droneId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()) !== undefined
