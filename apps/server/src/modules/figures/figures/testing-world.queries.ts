// Small worlds of drones, plots and flights for tests of figures, and changes of them.
import { sql } from 'kysely'
import { tx, type Db } from '../../../platform/database/database.ts'
import { seedFleet, type TestFleet } from '../../../gateway/testing.seed.ts'

export const testCounties = [
  '156330102',
  '156330106',
  '156330203',
  '156110105',
  '764010101',
  // Coarser locations: a province, a city, a country.
  '156330000',
  '156330100',
  '764000000',
] as const

export type World = {
  fleets: TestFleet[]
  droneIds: string[]
  plotIds: string[]
  pilotIds: string[]
}

const dronesEach = 3

const plotId = (n: number): string => `00000000-0000-7000-8000-0000000000${String(10 + n)}`
const pilotId = (n: number): string => `00000000-0000-7000-8000-0000000001${String(10 + n)}`

export const seedWorld = async (db: Db): Promise<World> => {
  const fleets = [
    await seedFleet(db, 'CUBE-A', dronesEach),
    await seedFleet(db, 'CUBE-B', dronesEach),
  ]
  await sql`insert into region (code, parent_code, level, names)
    select code, null, 3, '{}' from unnest(${[...testCounties]}::text[]) code
    on conflict do nothing`.execute(db)
  const plotIds = [0, 1, 2].map(plotId)
  for (const [i, id] of plotIds.entries())
    await sql`insert into plot (id, account_id, name, region_code, parts, bounds, area_m2)
      values (${id}, ${fleets[i % 2]!.operatorId}, ${`Plot ${i}`}, ${testCounties[i]!}, '[]',
        '((0,0),(1,1))', ${1000.25 + i})`.execute(db)
  await sql`insert into unified_task (id, account_id, name, region_code, time_zone, type, start_day,
      end_day)
    select id, ${fleets[0]!.operatorId}, 'Task ' || id, ${testCounties[0]}, 'Asia/Shanghai', 1,
      '2025-12-01', '2026-12-01'
    from unnest(array[1, 2]) id`.execute(db)
  return {
    fleets,
    droneIds: fleets.flatMap(({ drones }) => drones.map(({ droneId }) => droneId)),
    plotIds,
    pilotIds: [0, 1].map(pilotId),
  }
}

/** Assigns some of the world's flights to a task afterwards, and removes them again. */
export const assign = async (db: Db, id: string, taskId: string | null): Promise<void> => {
  await sql`update work_record set task_id = ${taskId}::int8 where sortie_id = ${id}::uuid`.execute(
    db,
  )
}

/** Indexes into the lists of the world; out of range: none. */
export type Flight = {
  drone: number
  startAt: Date
  county: number
  pilot: number
  plot: number
  mode: number
  crop: number
  coveredM2: number
  durationS: number
  sprayL: number
}

const crops = ['rice', 'wheat']
const chemicals = ['imidacloprid', 'glyphosate']

/** Repeating an id replaces the flight. */
export const fly = async (db: Db, world: World, id: string, flight: Flight): Promise<void> => {
  const droneId = world.droneIds[flight.drone % world.droneIds.length]!
  await tx(db, async (trx) => {
    await sql`delete from sortie where id = ${id}::uuid`.execute(trx)
    await sql`with flown as (
        insert into sortie (drone_id, id, state, start_at, end_at, point_count, manufacturer_id,
          operator_id, pilot_id, region_code)
        select id, ${id}::uuid, 'closed', ${flight.startAt}, ${flight.startAt}, 10, manufacturer_id,
          operator_id, ${world.pilotIds[flight.pilot] ?? null}::uuid,
          ${testCounties[flight.county] ?? null}
        from drone where drone.id = ${droneId} returning *)
      insert into work_record (drone_id, sortie_id, start_at, end_at, manufacturer_id, operator_id,
        pilot_id, plot_id, crop_id, chemical, region_code, mode, duration_s, distance_m, spray_s,
        spray_l, spray_l_source, width_m, covered_m2, swept_m2, repeated_m2, overlap_ratio,
        track_hash, previous_hash, hash)
      select drone_id, id, start_at, end_at, manufacturer_id, operator_id, pilot_id,
        ${world.plotIds[flight.plot] ?? null}::uuid, ${crops[flight.crop] ?? null},
        ${chemicals[flight.crop] ?? null}, region_code, ${flight.mode || null}::int2,
        ${flight.durationS}, 1, 1, ${flight.sprayL}, 'flow', 6, ${flight.coveredM2},
        ${flight.coveredM2 * 2}, 0, 0, '\\x00', '\\x00', '\\x00'
      from flown`.execute(trx)
  })
}

export const takeBack = async (db: Db, id: string): Promise<void> => {
  await sql`delete from sortie where id = ${id}::uuid`.execute(db)
}

/** Corrects a flight later: its place, time and amount. */
export const correct = async (
  db: Db,
  id: string,
  { startAt, county, mode, coveredM2 }: Flight,
): Promise<void> => {
  await sql`update work_record set start_at = ${startAt}, covered_m2 = ${coveredM2},
      region_code = ${testCounties[county] ?? null}, mode = ${mode || null}::int2
    where sortie_id = ${id}::uuid`.execute(db)
}

/** Transfers a drone to the other operator, with or without its flights. */
export const handOver = async (
  db: Db,
  world: World,
  drone: number,
  withFlights: boolean,
): Promise<void> => {
  const droneId = world.droneIds[drone % world.droneIds.length]!
  const { operatorId } = world.fleets[drone % 2]!
  await tx(db, async (trx) => {
    await sql`update drone set operator_id = ${operatorId}, tenant_id = ${drone % 3 === 0 ? operatorId : null}::uuid
      where id = ${droneId}`.execute(trx)
    if (withFlights)
      await sql`update work_record set operator_id = ${operatorId} where drone_id = ${droneId}`.execute(
        trx,
      )
  })
}

export const redrawPlot = async (db: Db, world: World, plot: number, areaM2: number) => {
  await sql`update plot set area_m2 = ${areaM2}, account_id = ${world.fleets[plot % 2]!.operatorId},
      region_code = ${testCounties[plot % testCounties.length]!}
    where id = ${world.plotIds[plot % world.plotIds.length]!}`.execute(db)
}
