import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Db } from '../../platform/database/database.ts'

/** Inserts a circular zone of 200 m around a position; options override the defaults. */
export const insertCircle = async (
  db: Db,
  accountId: string,
  [lng, lat]: [number, number],
  { rings, ...more }: { rings?: unknown } & object = {},
): Promise<string> => {
  const id = uuidv7(Date.now())
  const circle = rings ? {} : { center_lng: lng, center_lat: lat, radius_m: 200 }
  await db
    .insertInto('no_fly_zone')
    .values({
      id,
      account_id: accountId,
      name: 'Around',
      type: 1,
      shape: 'circle',
      bounds: `(${lng + 0.02},${lat + 0.02}),(${lng - 0.02},${lat - 0.02})`,
      area_m2: 125_664,
      region_code: '156330100',
      updated_at: new Date(),
      ...circle,
      ...(rings ? { rings: JSON.stringify(rings) } : {}),
      ...more,
    })
    .execute()
  return id
}

export const disableZone = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('no_fly_zone')
    .set({ enabled: false, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

export const readHolding = (db: Db, droneId: string) =>
  db
    .selectFrom('drone_zone_holding')
    .select(['number', 'version'])
    .where('drone_id', '=', droneId)
    .executeTakeFirst()

export const countHoldings = async (db: Db, droneIds: readonly string[]): Promise<number> =>
  (
    await db
      .selectFrom('drone_zone_holding')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('drone_id', 'in', [...droneIds])
      .executeTakeFirstOrThrow()
  ).count
