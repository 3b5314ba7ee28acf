import { sql, type RawBuilder } from 'kysely'
import { rtkList, rtkStates, rtkWarnedDaysBefore, type RtkDevice } from '@swath/contract/gear/rtk'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { writeUnique } from '../../../platform/database/write-unique.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

type Asked = { scope: Scope; now: Date }
type State = RtkDevice['state']

const ownedBy = { owner: 'rtk.account_id' }

/** The current date in the account's time zone. */
const todayOf = (now: Date) => sql`(${now}::timestamptz at time zone account.time_zone)::date`

const stateAt = (now: Date): RawBuilder<State> => sql<State>`case
  when not rtk.allowed then 'blocked'
  when rtk.qxdsk is null then 'unbound'
  when rtk.expires_on is null or rtk.expires_on < ${todayOf(now)} then 'ended'
  when rtk.expires_on <= ${todayOf(now)} + ${rtkWarnedDaysBefore[0]}::integer then 'ending'
  else 'good' end`

/** Figures of its drone's flights in the last 30 days. */
const figuresSince = (now: Date) => sql<{
  reported: number
  fixed: number
  seen: number
  satellites: number
  sorties: number
}>`(
  select coalesce(sum(told_count), 0)::int as reported, coalesce(sum(fixed_count), 0)::int as fixed,
    coalesce(sum(satellite_count), 0)::int as seen,
    coalesce(sum(satellite_sum), 0)::float8 as satellites, count(*)::int as sorties
  from sortie_fix
  where sortie_fix.drone_id = rtk.drone_id
    and sortie_fix.start_at > ${now}::timestamptz - interval '30 days')`

const devicesFor = (db: Db | Tx, { scope, now }: Asked) =>
  db
    .selectFrom('rtk_device as rtk')
    .innerJoin('account', 'account.id', 'rtk.account_id')
    // The drone's name is shown only to those who can see the drone.
    .leftJoin('drone', (join) =>
      join.onRef('drone.id', '=', 'rtk.drone_id').on(inScope(scope, droneScope)),
    )
    .leftJoinLateral(figuresSince(now).as('flown'), (join) => join.onTrue())
    .where(inScope(scope, ownedBy))

const presented = (rows: ReturnType<typeof devicesFor>, { now }: Asked) =>
  rows.select([
    'rtk.id',
    'rtk.account_id',
    'account.name as account_name',
    'rtk.pn',
    'rtk.kind',
    'rtk.qxdsk',
    'drone.id as drone_id',
    'drone.name as drone_name',
    'rtk.allowed',
    'rtk.expires_on',
    'rtk.created_at',
    'rtk.version',
    'flown.reported',
    'flown.fixed',
    'flown.seen',
    'flown.satellites',
    'flown.sorties',
    stateAt(now).as('state'),
  ])
export type RtkRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const rtkRows = defineList(rtkList, {
  from: devicesFor,
  select: presented,
  conditions: ({ now }) => ({
    pn: contains('rtk.pn'),
    type: equals('rtk.kind'),
    devId: (text: string) =>
      sql`(rtk.id ilike ${containing(text)} or rtk.qxdsk ilike ${containing(text)})`,
    droneId: contains('drone.id'),
    droneName: contains('drone.name'),
    accountName: contains('account.name'),
    state: (state: State | 'due') =>
      state === 'due'
        ? sql`${stateAt(now)} in ('ended', 'ending')`
        : sql`${stateAt(now)} = ${state}`,
  }),
  orders: {
    devId: sql`rtk.id`,
    pn: sql`rtk.pn`,
    validUntil: sql`rtk.expires_on`,
    fixRate: sql`case when flown.reported > 0 then flown.fixed::float8 / flown.reported end`,
    createdAt: sql`rtk.created_at`,
  },
  ties: [{ by: sql`rtk.id` }],
  countBy: { filter: 'state', states: rtkStates, state: ({ now }) => stateAt(now) },
})

export const findDevice = (trx: Tx, asked: Asked, id: string) =>
  presented(devicesFor(trx, asked).where('rtk.id', '=', id), asked).executeTakeFirst()

/** Locks the receiver until the transaction ends. */
export const lockDevice = (trx: Tx, asked: Asked, id: string) =>
  presented(devicesFor(trx, asked).where('rtk.id', '=', id), asked)
    .forUpdate('rtk')
    .executeTakeFirst()

/** @returns false if some account has it already */
export const insertDevice = async (
  trx: Tx,
  device: { id: string; accountId: string; pn: string; kind: RtkRow['kind']; now: Date },
): Promise<boolean> =>
  (
    await trx
      .insertInto('rtk_device')
      .values({
        id: device.id,
        account_id: device.accountId,
        pn: device.pn,
        kind: device.kind,
        created_at: device.now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n

type Fields = { qxdsk?: string | null; drone_id?: string | null; allowed?: boolean }
/** @returns false if another receiver, of any account, has the key */
export const writeDevice = (trx: Tx, id: string, fields: Fields): Promise<boolean> =>
  writeUnique(
    trx
      .updateTable('rtk_device')
      .set({ ...fields, version: sql`version + 1` })
      .where('id', '=', id)
      .execute(),
  )

export const seesDrone = async (trx: Tx, scope: Scope, droneId: string): Promise<boolean> =>
  (await trx
    .selectFrom('drone')
    .where('id', '=', droneId)
    .where(inScope(scope, droneScope))
    .select('id')
    .executeTakeFirst()) !== undefined

/**
 * Extends the service from the later of today and its present end, in calendar days, so that clock
 * changes and corrections of the clock lose no time.
 */
export const renewDevice = async (
  trx: Tx,
  id: string,
  days: number,
  now: Date,
): Promise<string> => {
  const { expires_on: until } = await trx
    .updateTable('rtk_device as rtk')
    .from('account')
    .whereRef('account.id', '=', 'rtk.account_id')
    .where('rtk.id', '=', id)
    .set({
      expires_on: sql<string>`greatest(rtk.expires_on, ${todayOf(now)}) + ${days}::integer`,
      warned_days: null,
      version: sql`rtk.version + 1`,
    })
    .returning('rtk.expires_on')
    .executeTakeFirstOrThrow()
  return until!
}

export const deleteDevice = (trx: Tx, id: string) =>
  trx.deleteFrom('rtk_device').where('id', '=', id).execute()

/** The warning that is due, as days before the end; 0 once it has ended. */
const stepAt = (now: Date) => sql<number | null>`case
  when rtk.expires_on < ${todayOf(now)} then 0
  when rtk.expires_on <= ${todayOf(now)} + ${rtkWarnedDaysBefore[1]}::integer
    then ${rtkWarnedDaysBefore[1]}::integer
  when rtk.expires_on <= ${todayOf(now)} + ${rtkWarnedDaysBefore[0]}::integer
    then ${rtkWarnedDaysBefore[0]}::integer end`

export type DueDevice = Awaited<ReturnType<typeof lockDueDevices>>[number]

/** Locks services with a warning to send. */
export const lockDueDevices = (trx: Tx, now: Date, atMost: number) =>
  trx
    .selectFrom('rtk_device as rtk')
    .innerJoin('account', 'account.id', 'rtk.account_id')
    .where('rtk.allowed', '=', true)
    .where('rtk.expires_on', 'is not', null)
    .where(sql<boolean>`${stepAt(now)} < coalesce(rtk.warned_days, 2147483647)`)
    .select(['rtk.id', 'rtk.account_id', 'rtk.expires_on', stepAt(now).as('step')])
    .orderBy('rtk.account_id')
    .orderBy('rtk.expires_on')
    .limit(atMost)
    .forUpdate('rtk')
    .skipLocked()
    .execute()

export const noteWarned = async (trx: Tx, due: readonly DueDevice[]): Promise<void> => {
  for (const [step, devices] of Map.groupBy(due, (one) => one.step))
    await trx
      .updateTable('rtk_device')
      .set({ warned_days: step })
      .where(
        'id',
        'in',
        devices.map(({ id }) => id),
      )
      .execute()
}
