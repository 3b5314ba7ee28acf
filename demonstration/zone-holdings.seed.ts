// Zone sets on the demonstration's drones: most are current, some are from before the last change,
// and some drones have never requested one.
import { sql } from 'kysely'
import { boundsOfCell, cellAt, writeSetName } from '@swath/server/gateway/zone-sets/public'
import type { Tx } from '@swath/server/platform/database/database'
import type { World } from './world-rows.seed.ts'

const dayMs = 86_400_000
/** One zone in this many was edited some days ago: not its limits, only its address. */
const changedEvery = 3
const changedDaysAgo = 3
/** One drone in this many has not been switched on since, and one in this many never. */
const behindEvery = 5
const neverEvery = 11

/** The region's name in the local language. */
const localName = sql<string>`coalesce(
  region.names ->> case left(region.code, 3)
    when '156' then 'zh-CN'
    when '764' then 'th'
    when '410' then 'ko'
  end,
  region.names ->> 'en'
)`

const newestNumber = async (tx: Tx): Promise<number> =>
  (
    await tx
      .selectFrom('no_fly_zone_version')
      .select(sql<number>`coalesce(max(number), 0)`.as('number'))
      .executeTakeFirstOrThrow()
  ).number

export const writeZoneHoldings = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const before = await newestNumber(tx)
  const changed = world.zones.filter(({ type }, i) => type === 1 && i % changedEvery === 0)
  await tx
    .updateTable('no_fly_zone')
    .set({
      detail_address: sql<string>`${localName} || ' ' || no_fly_zone.detail_address`,
      updated_at: new Date(nowMs - changedDaysAgo * dayMs),
      version: sql<number>`version + 1`,
    })
    .from('region')
    .whereRef('region.code', '=', 'no_fly_zone.region_code')
    .where(
      'no_fly_zone.id',
      'in',
      changed.map(({ id }) => id),
    )
    .execute()
  const now = await newestNumber(tx)
  await tx
    .insertInto('drone_zone_holding')
    .values(
      world.drones
        .filter(({ model }, i) => !model.legacy && i % neverEvery !== 0)
        .map((drone, i) => {
          const cell = cellAt(drone.plots[0]!.takeoff)
          const isBehind = i % behindEvery === 0
          const number = isBehind ? before : now
          const { minLng, minLat, maxLng, maxLat } = boundsOfCell(cell)
          return {
            drone_id: drone.id,
            number,
            version: writeSetName({ cell, number, binding: '' }),
            bounds: `(${maxLng},${maxLat}),(${minLng},${minLat})`,
            acknowledged_at: new Date(nowMs - (isBehind ? 6 + (i % 9) : (i % 20) / 10) * dayMs),
          }
        }),
    )
    .execute()
}
