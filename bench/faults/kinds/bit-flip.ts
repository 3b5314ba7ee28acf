// A bit of a stored value changes. The check of stored data must find it; afterwards the right value
// is put back, as from a backup.
import { sql, type RawBuilder } from 'kysely'
import {
  checkStoredData,
  dueAt,
  hoursOfWeek,
  hourMs,
  weeksForTracks,
} from '@swath/server/modules/overview/stored-data/check-stored-data'
import type { Db } from '@swath/server/platform/database/database'
import { nothing, pick, type Fault, type Random } from '../fault.ts'
import { withRunning } from '../installation.ts'
import { parkedDroneId } from '../prices.ts'

/** Where a value was changed, and what changes it back; false if it is another value now. */
type Flip = { subject: string; sortieId: string; undo: () => Promise<boolean> }

type Flight = { drone_id: string; sortie_id: string }

/**
 * Of a drone that does not fly: a flight that is computed again meanwhile would be stored again, with
 * the wrong bit.
 */
const pickFlight = async (db: Db, random: Random): Promise<Flight> => {
  const flights = await db
    .selectFrom('work_record')
    .select(['drone_id', 'sortie_id'])
    .where('drone_id', '=', parkedDroneId)
    .orderBy('sortie_id')
    .execute()
  return pick(flights, random)
}

/** Replaces one value by another, if it is still the first one. */
const replace = async (db: Db, statement: RawBuilder<unknown>): Promise<boolean> =>
  Number((await statement.execute(db)).numAffectedRows) === 1

const flipTrack = async (db: Db, { drone_id, sortie_id }: Flight, random: Random) => {
  const { columns: right } = await db
    .selectFrom('track_chunk')
    .select('columns')
    .where('drone_id', '=', drone_id)
    .where('sortie_id', '=', sortie_id)
    .executeTakeFirstOrThrow()
  const wrong = Buffer.from(right)
  wrong[Math.floor(random() * wrong.length)]! ^= 1 << Math.floor(random() * 8)
  const write = (from: Uint8Array, to: Uint8Array) =>
    replace(
      db,
      sql`update track_chunk set columns = ${to}
        where drone_id = ${drone_id} and sortie_id = ${sortie_id} and columns = ${from}`,
    )
  await write(right, wrong)
  return () => write(wrong, right)
}

/** Another figure than the record's hash covers. */
const flipFigure = async (db: Db, { drone_id, sortie_id }: Flight) => {
  const { spray_l: right } = await db
    .selectFrom('work_record')
    .select('spray_l')
    .where('drone_id', '=', drone_id)
    .where('sortie_id', '=', sortie_id)
    .executeTakeFirstOrThrow()
  const write = (from: number, to: number) =>
    replace(
      db,
      sql`update work_record set spray_l = ${to}
        where drone_id = ${drone_id} and sortie_id = ${sortie_id} and spray_l = ${from}`,
    )
  await write(right, right + 1)
  return () => write(right + 1, right)
}

const flipBit = async (db: Db, random: Random): Promise<Flip> => {
  const flight = await pickFlight(db, random)
  const undo = random() < 0.5 ? await flipFigure(db, flight) : await flipTrack(db, flight, random)
  return { subject: flight.drone_id, sortieId: flight.sortie_id, undo }
}

const startMs = Date.parse('2026-10-01T00:00:00Z')
const hours = Array.from({ length: weeksForTracks * hoursOfWeek }, (_, i) => startMs + i * hourMs)

/** Checks in the hour in which the flight is due. @returns the known faults */
const check = async (db: Db, { subject, sortieId }: Flip): Promise<number> => {
  const atMs = hours.find((ms) => {
    const due = dueAt(ms, new Set())
    return due.isSubjectDue(subject) && due.isTrackDue(sortieId)
  })!
  const signal = new AbortController().signal
  return (await checkStoredData({ db, clock: { now: () => Date.now() } }, atMs, signal)).length
}

export const bitFlip: Fault = {
  name: 'bit flipped',
  setups: ['embedded', 'cluster'],
  weight: 6,
  seconds: [0, 0],
  apply: async (world, random) => {
    await withRunning(world.installation(), async (db) => {
      const flip = await flipBit(db, random)
      const found = await check(db, flip)
      if (!(await flip.undo())) world.findings.push(`flight ${flip.sortieId} was written again`)
      const left = await check(db, flip)
      if (found === 0) world.findings.push(`a changed bit of flight ${flip.sortieId} was not found`)
      if (left > 0) world.findings.push(`flight ${flip.sortieId} is reported, but is whole again`)
    })
    return nothing
  },
}
