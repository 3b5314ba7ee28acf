import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const at = (db: Db, droneId: string, id: string) =>
  db
    .selectFrom('anomaly')
    .innerJoin('drone', 'drone.id', 'anomaly.drone_id')
    .where('anomaly.drone_id', '=', droneId)
    .where('anomaly.id', '=', id)

export const findRaised = (db: Db, droneId: string, id: string) =>
  at(db, droneId, id)
    .select([
      'anomaly.level',
      'anomaly.at',
      'anomaly.manufacturer_id',
      'anomaly.operator_id',
      'anomaly.tenant_id',
      'anomaly.region_code',
      'drone.name as drone_name',
      sql<string | null>`anomaly.evidence ->> 'zoneName'`.as('zone_name'),
    ])
    .executeTakeFirst()
export type Raised = NonNullable<Awaited<ReturnType<typeof findRaised>>>

/**
 * People with a phone whose account has to do with the drone or the place: its owner, tenant and
 * maker with all above them, governments of the region. Whether they may be told, rights and scope
 * of each say.
 */
export const peopleNear = async (
  db: Db,
  { manufacturer_id, operator_id, tenant_id, region_code }: Raised,
  atMost: number,
): Promise<string[]> => {
  const accounts = [manufacturer_id, operator_id, tenant_id].filter((id) => id !== null)
  const prefixes =
    region_code === null
      ? []
      : ['000000', '0000', '00', ''].map((zeros) => region_code.slice(0, 9 - zeros.length) + zeros)
  const rows = await db
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .where('app_user.phone', 'is not', null)
    .where('app_user.enabled', '=', true)
    .where('account.enabled', '=', true)
    .where('account.check_status', '=', 2)
    .where((is) =>
      is.or([
        sql<boolean>`account.type <> 'government'
          and exists (select from account concerned
            where concerned.id = any(${accounts}::uuid[])
              and starts_with(concerned.path, account.path))`,
        sql<boolean>`account.type = 'government'
          and account.region_code = any(${[...new Set(prefixes)]})`,
      ]),
    )
    .select('app_user.id')
    .orderBy('app_user.id')
    .limit(atMost)
    .execute()
  return rows.map(({ id }) => id)
}
