import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'

/** One of everything that an account may still have: two drones that it made, of which it owns one and rents the other. */
export const insertHoldings = async (db: Db, accountId: string): Promise<void> => {
  const id = () => uuidv7(Date.now())
  const modelId = id()
  const name = `H-${modelId.slice(-12)}`
  await db.insertInto('drone_model').values({ id: modelId, manufacturer_id: accountId, name, shape: 'six', power: 'electric', tank_l: 30, swath_width_m: 5.5, picture_url: null }).execute()
  await db.insertInto('drone').values([`${name}-1`, `${name}-2`].map((droneId, i) => ({
    id: droneId, name: droneId, model_id: modelId, manufacturer_id: accountId, operator_id: i === 0 ? accountId : null, tenant_id: i === 1 ? accountId : null, reg_mark: null,
    rack_no: null, manufacturer_number: null, buyer: null, rental_model: null, spray_width_m: 5.5, region_code: '156330106', firmware: null,
  }))).execute()
  await db.insertInto('plot').values({
    id: id(), account_id: accountId, name, region_code: '156330106', rings: '[]', bounds: '((1,1),(0,0))', area_m2: 1, crop_id: null, created_by: null,
  }).execute()
  await db.insertInto('no_fly_zone').values({
    id: id(), account_id: accountId, name, type: 1, shape: 'circle', rings: null, center_lng: 0, center_lat: 0, radius_m: 1, bounds: '((1,1),(0,0))', area_m2: 1,
    region_code: '156330106', lower_m: null, upper_m: null, valid_from: null, valid_until: null, created_by: null,
  }).execute()
  await db.insertInto('sortie').values({
    drone_id: `${name}-1`, id: id(), number: 1, state: 'closed', close_reason: 'landing', start_at: new Date(0), end_at: new Date(1), point_count: 0, bounds: null,
    manufacturer_id: accountId, operator_id: accountId, tenant_id: null, pilot_id: null, region_code: null,
  }).execute()
  await db.insertInto('account_application').values({
    id: id(), account_id: accountId, type: 2, proposed: '{}', current: '{}', submitted_by: accountId, submitted_at: new Date(0), reviewed_by: null, reviewer_name: null,
    reviewed_at: null, reason: null,
  }).execute()
}

/** As many accounts as a large service has, with people and drones, made by the database itself. */
export const insertManyAccounts = async (db: Db, parent: { id: string; path: string }, modelId: string, count: number): Promise<void> => {
  await sql`insert into account (id, parent_id, path, type, operator_type, name, region_code, time_zone, contact_name, contact_phone, created_at)
    select id, ${parent.id}::uuid, ${parent.path} || replace(id::text, '-', '') || '/', type, case when type = 'operator' then 'team' end, 'Company ' || n, region, 'Asia/Shanghai',
      'Contact ' || n, '0571-' || n, timestamptz '2026-01-01' + n * interval '1 minute'
    from (select gen_random_uuid() as id, n, (array['operator', 'operator', 'operator', 'farmer', 'manufacturer', 'government'])[1 + n % 6] as type,
      (array['156330106', '156330108', '156410100', '764580000'])[1 + n % 4] as region from generate_series(1, ${count}::int) n) as made`.execute(db)
  await sql`insert into app_user (id, account_id, phone, name, user_type) select gen_random_uuid(), id, '+86-2' || lpad((row_number() over ())::text, 10, '0'), name, 1
    from account where parent_id = ${parent.id}::uuid`.execute(db)
  await sql`insert into drone (id, name, model_id, manufacturer_id, operator_id, spray_width_m, region_code)
    select 'MANY-' || n, 'Many ' || n, ${modelId}::uuid, ${parent.id}::uuid, id, 5.5, region_code
    from (select id, region_code, row_number() over () as n from account where parent_id = ${parent.id}::uuid and type = 'operator') as owners where n % 2 = 0`.execute(db)
  await sql`analyze`.execute(db)
}
