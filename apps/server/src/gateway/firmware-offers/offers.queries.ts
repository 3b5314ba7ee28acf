import { sql, type Selectable } from 'kysely'
import {
  countInTurn,
  noDrones,
  type RolloutDroneState,
  type Tally,
} from '@swath/domain/firmware-rollout'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'

export type RolloutRow = Selectable<Database['firmware_rollout']>

/** Whether any drone may need a message. */
export const isAnythingGoing = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ going: boolean }>`
    select exists (select from firmware_rollout where state in ('running', 'rolling_back'))
      or exists (select from firmware_rollout_drone where not is_told) as going`.execute(db)
  return rows[0]!.going
}

/** Which of these drones are due in a running roll-out and have no offer yet. */
export const dronesInTurn = async (
  db: Db,
  droneIds: readonly string[],
  atMost: number,
): Promise<{ droneId: string; rolloutId: string }[]> =>
  (
    await sql<{ droneId: string; rolloutId: string }>`
    select reached.drone_id as "droneId", reached.rollout_id as "rolloutId"
    from firmware_rollout_drone reached join firmware_rollout on firmware_rollout.id = rollout_id
    where reached.state = 'waiting' and reached.drone_id = any(${[...droneIds]})
      and (reached.direction = 'forward' and firmware_rollout.state = 'running'
          and reached.position <= ceil(drone_num * steps[step + 1] / 100.0)
        or reached.direction = 'back' and firmware_rollout.state = 'rolling_back')
    order by reached.position limit ${atMost}`.execute(db)
  ).rows

export type Offer = {
  offerId: string
  firmwareId: string
  firmwareType: string
  version: string
  bytes: number
}

const offered = sql`
  firmware.id = case reached.direction when 'forward' then firmware_rollout.firmware_id
    else firmware_rollout.back_firmware_id end`
const asOffer = sql`
  reached.offer_id as "offerId", firmware.id as "firmwareId",
  firmware.firmware_type as "firmwareType", firmware.build_version as version,
  firmware.container_bytes as bytes`

/** Assigns a drone its offer if it is still due; null otherwise. */
export const takeOffer = async (
  db: Db,
  turn: { droneId: string; rolloutId: string; offerId: string; now: Date },
): Promise<Offer | null> => {
  const { rows } = await sql<Offer>`
    update firmware_rollout_drone reached
    set state = 'offered', offer_id = ${turn.offerId}, received_bytes = 0, is_told = true,
      changed_at = ${turn.now}
    from firmware_rollout, firmware
    where reached.rollout_id = ${turn.rolloutId} and reached.drone_id = ${turn.droneId}
      and reached.state = 'waiting'
      and firmware_rollout.id = reached.rollout_id and ${offered}
      and firmware_rollout.state
        = case reached.direction when 'forward' then 'running' else 'rolling_back' end
    returning ${asOffer}`.execute(db)
  return rows[0] ?? null
}

/** Unfinished offers of these drones: sent again at each connection. */
export const openOffers = async (
  db: Db,
  droneIds: readonly string[],
): Promise<(Offer & { droneId: string })[]> =>
  (
    await sql<Offer & { droneId: string }>`
    select reached.drone_id as "droneId", ${asOffer}
    from firmware_rollout_drone reached
      join firmware_rollout on firmware_rollout.id = reached.rollout_id
      join firmware on ${offered}
    where reached.drone_id = any(${[...droneIds]})
      and reached.state in ('offered', 'downloading', 'verified')`.execute(db)
  ).rows

/** Withdrawn offers whose drones have not been notified. */
export const unsentWithdrawals = async (
  db: Db,
  droneIds: readonly string[],
): Promise<{ droneId: string; offerId: string }[]> =>
  (
    await sql<{ droneId: string; offerId: string }>`
    select drone_id as "droneId", offer_id as "offerId" from firmware_rollout_drone
    where not is_told and drone_id = any(${[...droneIds]}) limit 500`.execute(db)
  ).rows

export const markNotified = async (db: Db, droneId: string, offerId: string): Promise<void> => {
  await db
    .updateTable('firmware_rollout_drone')
    .set({ is_told: true })
    .where('drone_id', '=', droneId)
    .where('offer_id', '=', offerId)
    .execute()
}

/** Finds a drone's offer; without a lock. */
export const findOffer = (db: Db | Tx, droneId: string, offerId: string) =>
  db
    .selectFrom('firmware_rollout_drone')
    .where('drone_id', '=', droneId)
    .where('offer_id', '=', offerId)
    .select(['rollout_id', 'state', 'direction', 'received_bytes'])
    .executeTakeFirst()

/**
 * Holds the lock until the transaction ends, so that messages and steps of one roll-out run one
 * after the other.
 */
export const lockRollout = (trx: Tx, id: string): Promise<RolloutRow | undefined> =>
  trx.selectFrom('firmware_rollout').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

export const moveTo = async (
  db: Db | Tx,
  offer: { droneId: string; offerId: string },
  to: { state: RolloutDroneState; bytes?: number; reason?: string | null; now: Date },
): Promise<void> => {
  await db
    .updateTable('firmware_rollout_drone')
    .set({
      state: to.state,
      changed_at: to.now,
      ...(to.bytes === undefined ? {} : { received_bytes: to.bytes }),
      ...(to.reason === undefined ? {} : { reason: to.reason }),
    })
    .where('drone_id', '=', offer.droneId)
    .where('offer_id', '=', offer.offerId)
    .execute()
}

type Counted = {
  direction: 'forward' | 'back'
  in_turn: boolean
  state: RolloutDroneState
  n: number
}
const toTally = (rows: readonly Counted[]): Tally =>
  rows.reduce((tally, { state, n }) => ({ ...tally, [state]: tally[state] + n }), noDrones)

export const tallyRollout = async (
  trx: Db | Tx,
  rollout: Pick<RolloutRow, 'id' | 'drone_num' | 'steps' | 'step'>,
) => {
  const share = countInTurn({
    droneNum: rollout.drone_num,
    steps: rollout.steps,
    step: rollout.step,
  })
  const { rows } = await sql<Counted>`
    select direction, position <= ${share} as in_turn, state, count(*)::int as n
    from firmware_rollout_drone where rollout_id = ${rollout.id}
    group by 1, 2, 3`.execute(trx)
  const forward = rows.filter(({ direction }) => direction === 'forward')
  return {
    forward: toTally(forward),
    inTurn: toTally(forward.filter((row) => row.in_turn)),
    back: toTally(rows.filter(({ direction }) => direction === 'back')),
  }
}

export const writeRollout = async (
  trx: Tx,
  id: string,
  change: Partial<Pick<RolloutRow, 'state' | 'step' | 'passed_at' | 'ended_at'>>,
): Promise<void> => {
  await trx
    .updateTable('firmware_rollout')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

const underWay = ['offered', 'downloading', 'verified'] as const
const open = ['waiting', ...underWay] as const

/** Withdraws the offers; drones that have received one must be notified. */
export const withdraw = async (
  trx: Tx,
  rolloutId: string,
  { isFinal, now }: { isFinal: boolean; now: Date },
): Promise<void> => {
  await sql`
    update firmware_rollout_drone
    set is_told = (state = 'waiting'), state = 'withdrawn', changed_at = ${now}
    where rollout_id = ${rolloutId}
      and state = any(${isFinal ? [...open] : [...underWay]})`.execute(trx)
}

/** The drone now belongs to another roll-out. */
const isTakenElsewhere = sql`exists (
  select from firmware_rollout_drone other
  where other.drone_id = firmware_rollout_drone.drone_id
    and other.rollout_id <> firmware_rollout_drone.rollout_id
    and other.state = any(${[...open]}))`
const anew = sql`
  state = 'waiting', offer_id = null, received_bytes = 0, is_told = true`

/** Rolls back the drones that installed the build or tried to. */
export const sendBack = async (trx: Tx, rolloutId: string, now: Date): Promise<void> => {
  await sql`
    update firmware_rollout_drone
    set direction = 'back', ${anew}, changed_at = ${now}
    where rollout_id = ${rolloutId} and direction = 'forward'
      and state in ('installed', 'failed')
      and not ${isTakenElsewhere}`.execute(trx)
}

/** After a stop: drones that failed, or whose offer was withdrawn, become due again. */
export const tryAgain = async (trx: Tx, rolloutId: string, now: Date): Promise<void> => {
  await sql`
    update firmware_rollout_drone set ${anew}, reason = null, changed_at = ${now}
    where rollout_id = ${rolloutId} and direction = 'forward'
      and state in ('failed', 'withdrawn')
      and not ${isTakenElsewhere}`.execute(trx)
}

/** For a drone that reports a late installation while the others roll back. */
export const sendOneBack = async (
  trx: Tx,
  { droneId, rolloutId, now }: { droneId: string; rolloutId: string; now: Date },
): Promise<void> => {
  await sql`
    update firmware_rollout_drone
    set direction = 'back', ${anew}, changed_at = ${now}
    where rollout_id = ${rolloutId} and drone_id = ${droneId}
      and direction = 'forward' and not ${isTakenElsewhere}`.execute(trx)
}

export const listGoing = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('firmware_rollout')
      .where('state', 'in', ['running', 'rolling_back'])
      .select('id')
      .execute()
  ).map(({ id }) => id)
