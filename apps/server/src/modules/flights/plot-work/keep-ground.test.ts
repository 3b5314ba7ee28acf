// Stores the sprayed ground of flights that were recomputed before it was part of their records.
import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { coverInTurn } from '@swath/domain/plot-ground'
import { ringsOfParts } from '@swath/domain/plot-parts'
import { insertAccount } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { readStrips } from '../../../gateway/tracks/public.ts'
import { flyPasses, insertField } from '../flights/testing-field.queries.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  recordFlight,
  type TestDrone,
} from '../flights/testing-rows.queries.ts'
import { findPlotOnDay } from '../../land/public.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { keepGroundOfFlights } from './keep-ground.ts'

const { db } = await ownTestDatabase(loadRegionTable)
const deps = { db, log: pino({ level: 'silent' }) }
const start = Date.parse('2026-06-15T04:00:00Z')
const hourMs = 3_600_000
const quiet = new AbortController().signal
let plotId: string
let drone: TestDrone

beforeEach(async () => {
  for (const table of ['track_chunk', 'work_record', 'sortie', 'plot'] as const)
    await db.deleteFrom(table).execute()
  const maker = await insertAccount(db, { type: 'manufacturer' })
  const farmer = await insertAccount(db, { type: 'farmer' })
  plotId = await insertField(db, { accountId: farmer.id, regionCode: '156330106' })
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.id),
    manufacturerId: maker.id,
  })
})

const flight = (hour: number, norths: readonly number[]) => ({
  startMs: start + hour * hourMs,
  points: flyPasses(start + hour * hourMs, norths),
  plotId,
})
const fly = (hour: number, norths: readonly number[]) =>
  insertFlight(db, drone, flight(hour, norths))
const written = async () =>
  (await db.selectFrom('plot_spraying').select('strips').orderBy('start_at').execute()).map(
    ({ strips }) => strips && strips.length,
  )
const forget = (sortieId: string) =>
  db.deleteFrom('track_chunk').where('sortie_id', '=', sortieId).execute()
/** Covered area by stored strips alone, m². */
const cover = async (...sortieIds: string[]): Promise<number> => {
  const plot = (await findPlotOnDay(db, plotId, new Date(start)))!
  const strips = await readStrips(
    db,
    plotId,
    sortieIds.map((sortieId) => ({ droneId: drone.id, sortieId })),
  )
  return coverInTurn(
    { rings: ringsOfParts(plot.parts), areaM2: plot.areaM2 },
    sortieIds.map((id) => ({ strips: strips.get(id)! })),
  ).at(-1)!
}

test('is computed from stored tracks, some hundred bytes each', async () => {
  const south = await fly(0, [2.5, 7.5, 12.5])
  const north = await fly(1, [12.5, 17.5])
  await keepGroundOfFlights(deps, quiet)
  await Promise.all([south, north].map(forget))
  expect(await cover(south)).toBeCloseTo(1_500, 0)
  expect(await cover(south, north)).toBeCloseTo(2_000, 0)
  for (const bytes of await written()) expect(bytes).toBeLessThan(100)
})

test('flights whose track is gone are not tried again', async () => {
  const gone = await fly(0, [2.5])
  await forget(gone)
  await fly(1, [7.5])
  await keepGroundOfFlights(deps, quiet)
  expect(await written()).toEqual([0, expect.toSatisfy((bytes: number) => bytes > 0)])
  const asked = [{ droneId: drone.id, sortieId: gone }]
  expect((await readStrips(db, plotId, asked)).size).toBe(0)
})

test('continues after an interrupted run, and keeps what was written', async () => {
  const first = await fly(0, [2.5])
  await fly(1, [7.5])
  await fly(2, [12.5])
  const stop = new AbortController()
  const stopsOnceWritten: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      if (result.numAffectedRows) stop.abort(new Error('stopped'))
      return Promise.resolve(result)
    },
  }
  const stopping = keepGroundOfFlights(
    { ...deps, db: db.withPlugin(stopsOnceWritten) },
    stop.signal,
  )
  await expect(stopping).rejects.toThrow('stopped')
  expect((await written()).map((bytes) => bytes !== null)).toEqual([true, false, false])
  // Its points are gone, so the stored area can only stay as it is.
  await forget(first)
  await keepGroundOfFlights(deps, quiet)
  expect((await written()).every((bytes) => bytes !== null && bytes > 0)).toBe(true)
})

test('skips a flight with a damaged track, and writes the others', async () => {
  const damaged = await fly(0, [2.5])
  await fly(1, [7.5])
  await db
    .updateTable('track_chunk')
    .set({ columns: Buffer.from('ST no track') })
    .where('sortie_id', '=', damaged)
    .execute()
  await keepGroundOfFlights(deps, quiet)
  expect(await written()).toEqual([0, expect.toSatisfy((bytes: number) => bytes > 0)])
})

test('is written again if the record was recomputed without it', async () => {
  const sortieId = await fly(0, [2.5])
  await keepGroundOfFlights(deps, quiet)
  await recordFlight(db, drone, sortieId, flight(0, [2.5]))
  expect(await written()).toEqual([null])
  await keepGroundOfFlights(deps, quiet)
  expect(await cover(sortieId)).toBeCloseTo(500, 0)
})
