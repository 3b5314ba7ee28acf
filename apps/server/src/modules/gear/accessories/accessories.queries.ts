import { sql } from 'kysely'
import { allowedPartList, partAlarmList } from '@swath/contract/gear/accessories'
import { partKinds } from '@swath/domain/drone-parts'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import type { NewPart } from './part-table.ts'

const partsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('allowed_part as allowed')
    .innerJoin('account', 'account.id', 'allowed.account_id')
    .where(inScope(scope, { owner: 'allowed.account_id' }))

const presentedParts = (rows: ReturnType<typeof partsFor>) =>
  rows.select([
    'allowed.id',
    'allowed.kind',
    'allowed.hw_id',
    'allowed.note',
    'allowed.added_at',
    'account.name as account_name',
    sql<number>`(select count(*)::int from drone_part join drone on drone.id = drone_part.drone_id
      where drone_part.kind = allowed.kind and drone_part.hw_id = allowed.hw_id
        and drone.manufacturer_id = allowed.account_id)`.as('drone_num'),
  ])
export type PartRow = Awaited<
  ReturnType<ReturnType<typeof presentedParts>['executeTakeFirstOrThrow']>
>

export const partRows = defineList(allowedPartList, {
  from: partsFor,
  select: presentedParts,
  conditions: { type: equals('allowed.kind'), hwId: contains('allowed.hw_id') },
  orders: { hwId: sql`allowed.hw_id`, addedAt: sql`allowed.added_at` },
  ties: [{ by: sql`allowed.id` }],
  key: 'allowed.id',
  stream: {
    by: ['allowed.added_at', 'allowed.id'],
    last: ({ added_at, id }) => [added_at, id],
    atOnce: 2000,
  },
  countBy: { filter: 'type', states: partKinds, state: sql`allowed.kind` },
})

/** Rows per statement. */
const atOnce = 10_000

const inParts = function* (parts: readonly NewPart[]): Generator<readonly NewPart[]> {
  for (let i = 0; i < parts.length; i += atOnce) yield parts.slice(i, i + atOnce)
}

const givenParts = (parts: readonly NewPart[]) => sql`unnest(
  ${parts.map(({ kind }) => kind)}::text[],
  ${parts.map(({ hwId }) => hwId)}::text[],
  ${parts.map(({ note }) => note)}::text[]) as given (kind, hw_id, note)`

/** @returns how many were new to the list */
export const insertParts = async (
  trx: Tx,
  accountId: string,
  parts: readonly NewPart[],
  now: Date,
): Promise<number> => {
  let added = 0
  for (const some of inParts(parts)) {
    const { numAffectedRows } = await sql`
      insert into allowed_part (id, account_id, kind, hw_id, note, added_at)
      select gen_random_uuid(), ${accountId}::uuid, given.kind, given.hw_id, given.note, ${now}
      from ${givenParts(some)}
      order by given.kind, given.hw_id
      on conflict (account_id, kind, hw_id) do nothing`.execute(trx)
    added += Number(numAffectedRows ?? 0)
  }
  return added
}

/** Number of these parts already on the list, and of open alarms that adding them ends. */
export const countKnown = async (
  db: Db,
  accountId: string,
  parts: readonly NewPart[],
): Promise<{ known: number; clears: number }> => {
  const counts = { known: 0, clears: 0 }
  for (const some of inParts(parts)) {
    const { rows } = await sql<{ known: number; clears: number }>`
      select
        count(*) filter (where listed.id is not null)::int as known,
        coalesce(sum((select count(*) from part_alarm alarm
          where alarm.account_id = ${accountId}::uuid and alarm.state = 'open'
            and alarm.kind = given.kind and alarm.hw_id = given.hw_id)), 0)::int as clears
      from ${givenParts(some)}
      left join allowed_part listed on listed.account_id = ${accountId}::uuid
        and listed.kind = given.kind and listed.hw_id = given.hw_id`.execute(db)
    counts.known += rows[0]!.known
    counts.clears += rows[0]!.clears
  }
  return counts
}

/** Locks the parts until the transaction ends. */
export const lockParts = (trx: Tx, scope: Scope, ids: readonly string[]) =>
  trx
    .selectFrom('allowed_part')
    .where('id', 'in', [...ids])
    .where(inScope(scope, { owner: 'allowed_part.account_id' }))
    .select(['id', 'account_id', 'kind', 'hw_id'])
    .orderBy('id')
    .forUpdate()
    .execute()

export const deleteParts = (trx: Tx, ids: readonly string[]) =>
  trx
    .deleteFrom('allowed_part')
    .where('id', 'in', [...ids])
    .execute()

const alarmsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('part_alarm as alarm')
    .innerJoin('account', 'account.id', 'alarm.account_id')
    .innerJoin('drone', 'drone.id', 'alarm.drone_id')
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .where(inScope(scope, { owner: 'alarm.account_id' }))

const presentedAlarms = (rows: ReturnType<typeof alarmsFor>) =>
  rows.select([
    'alarm.id',
    'alarm.drone_id',
    'drone.name as drone_name',
    'operator.name as operator_name',
    'account.name as account_name',
    'alarm.account_id',
    'alarm.kind',
    'alarm.hw_id',
    'alarm.raised_at',
    'alarm.state',
    'alarm.ended_at',
    'alarm.user_name',
    'alarm.reason',
    'alarm.version',
  ])
export type PartAlarmRow = Awaited<
  ReturnType<ReturnType<typeof presentedAlarms>['executeTakeFirstOrThrow']>
>

export const alarmRows = defineList(partAlarmList, {
  from: alarmsFor,
  select: presentedAlarms,
  conditions: {
    state: equals('alarm.state'),
    type: equals('alarm.kind'),
    droneName: contains('drone.name'),
    yyAccountName: contains('operator.name'),
    hwId: contains('alarm.hw_id'),
    droneId: contains('alarm.drone_id'),
  },
  orders: { raisedAt: sql`alarm.raised_at` },
  ties: [{ by: sql`alarm.id` }],
  stream: { by: ['alarm.raised_at', 'alarm.id'], last: ({ raised_at, id }) => [raised_at, id] },
})

export const countOpen = async (db: Db, scope: Scope): Promise<number> =>
  (
    await alarmsFor(db, scope)
      .where('alarm.state', '=', 'open')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const findAlarm = (trx: Tx, scope: Scope, id: string) =>
  presentedAlarms(alarmsFor(trx, scope).where('alarm.id', '=', id)).executeTakeFirst()

/** Locks the alarm until the transaction ends. */
export const lockAlarm = (trx: Tx, scope: Scope, id: string) =>
  presentedAlarms(alarmsFor(trx, scope).where('alarm.id', '=', id))
    .forUpdate('alarm')
    .executeTakeFirst()

export const acceptAlarm = (
  trx: Tx,
  id: string,
  by: { userId: string; userName: string; reason: string; now: Date },
) =>
  trx
    .updateTable('part_alarm')
    .set({
      state: 'accepted',
      ended_at: by.now,
      user_id: by.userId,
      user_name: by.userName,
      reason: by.reason,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()

export const findSeenDrone = (db: Db, scope: Scope, droneId: string) =>
  db
    .selectFrom('drone')
    .where('id', '=', droneId)
    .where(inScope(scope, droneScope))
    .select(['id', 'manufacturer_id'])
    .executeTakeFirst()

type PartState = 'unjudged' | 'listed' | 'accepted' | 'strange'

export const listPartsOfDrone = (db: Db, droneId: string, makerId: string) =>
  db
    .selectFrom('drone_part as part')
    .where('part.drone_id', '=', droneId)
    .select([
      'part.kind',
      'part.hw_id',
      'part.firmware',
      'part.first_at',
      'part.last_at',
      sql<PartState>`case
        when not exists (select from allowed_part listed
          where listed.account_id = ${makerId}::uuid and listed.kind = part.kind) then 'unjudged'
        when exists (select from allowed_part listed
          where listed.account_id = ${makerId}::uuid and listed.kind = part.kind
            and listed.hw_id = part.hw_id) then 'listed'
        when exists (select from part_alarm alarm
          where alarm.drone_id = part.drone_id and alarm.kind = part.kind
            and alarm.hw_id = part.hw_id and alarm.state = 'accepted') then 'accepted'
        else 'strange' end`.as('state'),
    ])
    .orderBy('part.kind')
    .orderBy('part.hw_id')
    .execute()

export type UnnotifiedAlarm = Awaited<ReturnType<typeof lockUnnotified>>[number]

/** Locks alarms for which no notification has been sent. */
export const lockUnnotified = (trx: Tx, atMost: number) =>
  trx
    .selectFrom('part_alarm as alarm')
    .innerJoin('drone', 'drone.id', 'alarm.drone_id')
    .where('alarm.told_at', 'is', null)
    .where('alarm.state', '=', 'open')
    .select([
      'alarm.id',
      'alarm.account_id',
      'alarm.kind',
      'alarm.hw_id',
      'drone.name as drone_name',
      'alarm.drone_id',
    ])
    .orderBy('alarm.raised_at')
    .limit(atMost)
    .forUpdate('alarm')
    .skipLocked()
    .execute()

export const markNotified = async (trx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await trx
    .updateTable('part_alarm')
    .set({ told_at: now })
    .where('id', 'in', [...ids])
    .execute()
}
