// Flights whose claims are to be compared, and flights that may conflict with them. Spans all
// tenants, because two operators that claim the same area are different tenants.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RuleThresholds } from '@swath/domain/rule-thresholds'
import type { Db, Tx } from '../../../platform/database/database.ts'

const claims = (db: Db) =>
  db
    .selectFrom('flight_claim as claim')
    .innerJoin('sortie', (join) =>
      join
        .onRef('sortie.drone_id', '=', 'claim.drone_id')
        .onRef('sortie.id', '=', 'claim.sortie_id'),
    )
    .innerJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'claim.drone_id')
        .onRef('record.sortie_id', '=', 'claim.sortie_id'),
    )
    .select([
      'claim.drone_id',
      'claim.sortie_id',
      'claim.start_at',
      'claim.operator_id',
      'claim.covered_m2',
      'claim.places',
      'claim.boot',
      'claim.first_seq',
      'claim.last_seq',
      'sortie.end_at',
      'sortie.manufacturer_id',
      'sortie.tenant_id',
      'sortie.region_code',
      'record.width_m',
      sql<number>`(center(claim.bounds))[0]`.as('middle_lng'),
      sql<number>`(center(claim.bounds))[1]`.as('middle_lat'),
      sql<string>`claim.bounds::text`.as('bounds'),
      sql<string>`claim.xmin::text`.as('version'),
    ])
export type Claim = Awaited<ReturnType<ReturnType<typeof claims>['executeTakeFirstOrThrow']>>

export const listDue = (db: Db, atMost: number): Promise<Claim[]> =>
  claims(db).where('claim.compared', '=', false).orderBy('claim.start_at').limit(atMost).execute()

const isAnother = ({ drone_id, sortie_id }: Claim): RawBuilder<SqlBool> =>
  sql<SqlBool>`(claim.drone_id, claim.sortie_id) <> (${drone_id}, ${sortie_id}::uuid)`

/** The nearest in time; further conflicts are found when those flights are compared themselves. */
const candidatesAtMost = 24

export const sameGround = (db: Db, own: Claim, { sameGroundDays }: RuleThresholds) => {
  const days = sameGroundDays * 86_400_000
  return claims(db)
    .where(sql<SqlBool>`claim.bounds && ${own.bounds}::box`)
    .where('claim.start_at', '>=', new Date(own.start_at.getTime() - days))
    .where('claim.start_at', '<=', new Date(own.start_at.getTime() + days))
    .where('claim.operator_id', 'is distinct from', own.operator_id)
    .where(isAnother(own))
    .orderBy(sql`abs(extract(epoch from claim.start_at - ${own.start_at}::timestamptz))`)
    .orderBy('claim.sortie_id')
    .limit(candidatesAtMost)
    .execute()
}

export const samePlaces = (db: Db, own: Claim): Promise<Claim[]> =>
  own.places.length === 0
    ? Promise.resolve([])
    : claims(db)
        .where(sql<SqlBool>`cardinality(claim.places) > 0 and claim.places && ${own.places}::int[]`)
        .where(isAnother(own))
        .orderBy('claim.start_at')
        .orderBy('claim.sortie_id')
        .limit(candidatesAtMost)
        .execute()

/** A boot (a run of a device's program) lasts at most days. */
const runMs = 2 * 86_400_000

/** Flights of the same boot whose sequence numbers contradict their times. */
export const againstTheClock = (db: Db, own: Claim): Promise<Claim[]> =>
  own.boot === null || own.first_seq === null
    ? Promise.resolve([])
    : claims(db)
        .where('claim.drone_id', '=', own.drone_id)
        .where('claim.boot', '=', own.boot)
        .where('claim.start_at', '>=', new Date(own.start_at.getTime() - runMs))
        .where('claim.start_at', '<=', new Date(own.start_at.getTime() + runMs))
        .where(isAnother(own))
        .where(
          sql<SqlBool>`case when claim.start_at > ${own.start_at}::timestamptz
            then claim.last_seq < ${own.first_seq}::bigint
            else claim.first_seq > ${own.last_seq}::bigint end`,
        )
        .orderBy('claim.start_at')
        .limit(candidatesAtMost)
        .execute()

/** @returns false if the flight was recomputed meanwhile, so that it is compared again */
export const markCompared = async (
  tx: Tx,
  { drone_id, sortie_id, version }: Claim,
): Promise<boolean> =>
  (
    await tx
      .updateTable('flight_claim')
      .where('drone_id', '=', drone_id)
      .where('sortie_id', '=', sortie_id)
      .where(sql<SqlBool>`xmin::text = ${version}`)
      .set({ compared: true })
      .executeTakeFirstOrThrow()
  ).numUpdatedRows > 0n
