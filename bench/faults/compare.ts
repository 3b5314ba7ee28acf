// Compares the truth with what is stored. `lost`: acknowledged and not stored. `doubled`: stored more
// than once. `wrong`: another value, something that nobody sent, or a broken chain or sum.
import { sql } from 'kysely'
import { priceOfArea } from '@swath/domain/money'
import { unpackPoints } from '@swath/server/gateway/tracks/public'
import type { Db } from '@swath/server/platform/database/database'
import { areaOfFlightM2, pointOf } from './flight-plan.ts'
import type { Fact } from './truth.ts'

export type Comparison = {
  /** Points, events, flights and movements of money. */
  acknowledged: number
  stored: number
  lost: number
  doubled: number
  wrong: number
  /** The first ones of each kind, for people. */
  problems: string[]
}

type Drone = {
  drone: number
  startMs: number
  boot: string
  points: Set<number>
  events: Set<string>
  landings: number
}

const problemsShown = 20 // of each kind

export const createComparison = () => {
  const totals: Comparison = {
    acknowledged: 0,
    stored: 0,
    lost: 0,
    doubled: 0,
    wrong: 0,
    problems: [],
  }
  const count = (kind: 'lost' | 'doubled' | 'wrong', what: string): void => {
    totals[kind]++
    if (totals[kind] <= problemsShown) totals.problems.push(`${kind}: ${what}`)
  }
  /** Compares what was acknowledged with how often each is stored; `isRight` judges its value. */
  const compare = (
    what: string,
    acknowledged: ReadonlySet<string | number>,
    stored: ReadonlyMap<string | number, number>,
  ): void => {
    totals.acknowledged += acknowledged.size
    for (const times of stored.values()) totals.stored += times
    for (const key of acknowledged) if (!stored.has(key)) count('lost', `${what} ${key}`)
    for (const [key, times] of stored) {
      if (times > 1) count('doubled', `${what} ${key}, ${times} times`)
      if (!acknowledged.has(key)) count('wrong', `${what} ${key} was never acknowledged`)
    }
  }
  return { totals, count, compare }
}
type Comparing = ReturnType<typeof createComparison>

export const dronesOf = (facts: readonly Fact[]): Map<string, Drone> => {
  const drones = new Map<string, Drone>()
  for (const fact of facts) {
    if (fact.kind === 'drone') {
      const { droneId, drone, startMs, boot } = fact
      const empty = { points: new Set<number>(), events: new Set<string>(), landings: 0 }
      drones.set(droneId, { drone, startMs, boot, ...empty })
    } else if (fact.kind === 'points') {
      const { points } = drones.get(fact.droneId)!
      for (let n = fact.from; n < fact.until; n++) points.add(n)
    } else if (fact.kind === 'event') {
      const drone = drones.get(fact.droneId)!
      drone.events.add(`${fact.type} ${fact.tMs}`)
      if (fact.type === 'landing') drone.landings++
    }
  }
  return drones
}

const addOne = <K>(map: Map<K, number>, key: K): void => void map.set(key, (map.get(key) ?? 0) + 1)

export const comparePoints = async (
  db: Db,
  droneId: string,
  { drone, startMs, boot, points }: Drone,
  { count, compare }: Comparing,
): Promise<void> => {
  const stored = new Map<number, number>()
  const chunks = await db
    .selectFrom('track_chunk')
    .select(['columns', 'rejected'])
    .where('drone_id', '=', droneId)
    .execute()
  for (const { columns, rejected } of chunks) {
    const read = unpackPoints(columns)
    for (let i = 0; i < read.length; i++) {
      const n = read.seq[i]!
      addOne(stored, n)
      const { tMs, lng, lat } = pointOf(drone, startMs, n)
      const isRight = read.tMs[i] === tMs && read.lng[i] === lng && read.lat[i] === lat
      if (!isRight || read.bootAt(i) !== boot || rejected)
        count('wrong', `point ${n} of ${droneId} at ${read.tMs[i]} ${read.lng[i]} ${read.lat[i]}`)
    }
  }
  compare(`point of ${droneId}`, points, stored)
}

export const compareEvents = async (
  db: Db,
  droneId: string,
  { events }: Drone,
  { compare }: Comparing,
): Promise<void> => {
  const stored = new Map<string, number>()
  const rows = await db
    .selectFrom('device_event')
    .select(['at', 'type'])
    .where('drone_id', '=', droneId)
    .where('type', 'in', ['takeoff', 'landing'])
    .execute()
  for (const { at, type } of rows) addOne(stored, `${type} ${at.getTime()}`)
  compare(`event of ${droneId}`, events, stored)
}

/** Each flight has one record with the planned area, and is charged its price once. */
export const compareFlights = async (
  db: Db,
  droneId: string,
  { landings }: Drone,
  pricePerMuMinor: number,
  { totals, count }: Comparing,
): Promise<void> => {
  const { rows } = await sql<{ id: string; m2: number; charged: number; entries: number }>`
    select record.sortie_id as id, record.covered_m2 as m2,
      coalesce(sum(-line.amount_minor), 0)::int as charged,
      count(distinct entry.id) filter (where entry.reverses_id is null
        and not exists (select from ledger_entry reversal where reversal.reverses_id = entry.id)
      )::int as entries
    from work_record record
    left join ledger_entry entry
      on entry.cause_kind = 'sortie' and entry.cause_id = record.sortie_id::text
    left join ledger_line line on line.entry_id = entry.id and line.purpose = 'prepaid'
    where record.drone_id = ${droneId} group by record.sortie_id, record.covered_m2`.execute(db)
  totals.acknowledged += landings
  totals.stored += rows.length
  for (let missing = rows.length; missing < landings; missing++)
    count('lost', `a flight of ${droneId}: ${rows.length} of ${landings}`)
  for (let more = landings; more < rows.length; more++)
    count('doubled', `a flight of ${droneId}: ${rows.length} of ${landings}`)
  for (const { id, m2, charged, entries } of rows) {
    if (Math.abs(m2 / areaOfFlightM2 - 1) > 0.005)
      count('wrong', `flight ${id} covers ${m2} m², planned were ${areaOfFlightM2}`)
    const price = priceOfArea(pricePerMuMinor, m2)
    if (entries > 1 || charged > price)
      count('doubled', `flight ${id} is charged ${charged} in ${entries} entries, not ${price}`)
    else if (charged < price) count('lost', `flight ${id} is charged ${charged}, not ${price}`)
  }
}

/** Ids are unique texts that the person, or the server for a recharge, chose. */
const idIn = (cause: string): string => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(cause)![0]

export const compareMoney = async (
  db: Db,
  facts: readonly Fact[],
  { totals, count }: Comparing,
): Promise<void> => {
  const tried = new Map<string, number>()
  const confirmed = new Set<string>()
  for (const fact of facts) {
    if (fact.kind === 'tried') tried.set(fact.id, fact.amountMinor)
    if (fact.kind === 'confirmed') confirmed.add(fact.id)
  }
  const { rows } = await sql<{ cause: string; amount: number }>`
    select entry.cause_id as cause, line.amount_minor as amount
    from ledger_entry entry join ledger_line line on line.entry_id = entry.id
    where line.purpose = 'prepaid' and entry.cause_kind in ('adjustment', 'damage', 'recharge')`.execute(
    db,
  )
  const stored = new Map<string, number>()
  for (const { cause, amount } of rows) {
    const id = idIn(cause)
    addOne(stored, id)
    if (tried.get(id) !== Number(amount)) count('wrong', `entry ${id} is of ${amount}`)
  }
  totals.acknowledged += confirmed.size
  totals.stored += rows.length
  for (const id of confirmed) if (!stored.has(id)) count('lost', `entry ${id}`)
  for (const [id, times] of stored)
    if (times > 1) count('doubled', `entry ${id} is in the books ${times} times`)
}
