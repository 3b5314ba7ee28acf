// Plots: 200,000 of them in one PostgreSQL, those of a village side by side. Measured: a view of
// the map from a street to a country, the list, and how long a record takes to find its plot, which
// is the query and the choice among its results. Next to the map: how many plots it requested, and
// how many blocks PostgreSQL read for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Caller } from '@swath/domain/access/caller'
import { buildRaster } from '@swath/domain/covered-area'
import { LocalPlane, type Bounds } from '@swath/domain/lng-lat'
import { choosePlot, measurePlots } from '@swath/domain/sprayed-plots'
import { PointColumns } from '@swath/domain/telemetry-point'
import { samplePoint } from '@swath/domain/track-samples'
import { sprayBounds } from '@swath/domain/work-record'
import { plotsWithin } from '@swath/server/modules/land/plots/plot-map.queries'
import { plotRows, sumPlots } from '@swath/server/modules/land/plots/plots.queries'
import { plotsBelow } from '@swath/server/gateway/recompute/public'
import { tx, type Db } from '@swath/server/platform/database/database'
import { uuidv7 } from '@swath/server/platform/database/uuid'
import { flags, quantile, report, say } from './measure.ts'
import { scratchDatabase } from './scratch-database.ts'
import { seeded } from './seeded.ts'

const bench = 'plots'
const plots = flags.quick ? 20_000 : 200_000
const owners = plots / 100
const asked = flags.quick ? 100 : 1_000
const plotsAtMost = 2_000
const random = seeded(7)

/** A village's fields are in rows of twenty, 110 m by 70 m; villages are 25 km apart. */
const villagePlots = 400
const place = (plot: number): { lng: number; lat: number } => {
  const village = Math.floor(plot / villagePlots)
  const n = plot % villagePlots
  return {
    lng: 100 + (village % 40) * 0.25 + (n % 20) * 0.0012,
    lat: 20 + Math.floor(village / 40) * 0.25 + Math.floor(n / 20) * 0.0007,
  }
}
const widthDeg = 0.00115
const heightDeg = 0.00064

const writePlots = async (client: pg.Client): Promise<string[]> => {
  const platform = uuidv7(Date.now())
  const ids = Array.from({ length: owners }, () => uuidv7(Date.now()))
  const path = `${platform.replaceAll('-', '')}/`
  await client.query(`
    insert into region (code, parent_code, level, names)
    values ('156000000', null, 0, '{}'), ('156330000', '156000000', 1, '{}')
    on conflict do nothing`)
  await client.query(
    `insert into account (id, parent_id, path, type, name, region_code, time_zone)
    values ($1, null, $2, 'platform', 'P', '156330000', 'Asia/Shanghai')`,
    [platform, path],
  )
  await client.query(
    `insert into account (id, parent_id, path, type, name, region_code, time_zone)
    select id, $1::uuid, $2 || replace(id::text, '-', '') || '/', 'farmer', 'Farmer ' || n,
      '156330000', 'Asia/Shanghai'
    from unnest($3::uuid[]) with ordinality as owner (id, n)`,
    [platform, path, ids],
  )
  const atOnce = 10_000
  for (let from = 0; from < plots; from += atOnce) {
    const rows = Array.from({ length: atOnce }, (_, i) => toRow(from + i, ids))
    await client.query(
      'insert into plot select * from json_populate_recordset(null::plot, $1::json)',
      [JSON.stringify(rows)],
    )
  }
  await client.query(
    'analyze plot, account, plot_former_shape, plot_share, work_record, plot_season',
  )
  return ids
}

const toRow = (plot: number, ids: readonly string[]) => {
  const { lng, lat } = place(plot)
  const [east, north] = [lng + widthDeg, lat + heightDeg]
  const ring = [
    [lng, lat],
    [east, lat],
    [east, north],
    [lng, north],
    [lng, lat],
  ]
  return {
    id: uuidv7(Date.now()),
    account_id: ids[Math.floor(plot / 100)]!,
    name: `Field ${plot}`,
    region_code: '156330000',
    parts: [[ring]],
    bounds: `(${east},${north}),(${lng},${lat})`,
    area_m2: 7_700,
    crop_id: 'rice',
    village: '',
    created_at: new Date(Date.UTC(2025, 0, 1) + plot * 1000).toISOString(),
    shape_at: new Date(0).toISOString(),
    updated_at: new Date(0).toISOString(),
    version: 1,
  }
}

const timed = async (count: number, ask: (i: number) => Promise<unknown>): Promise<number[]> => {
  await ask(0) // the first includes planning
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const begunMs = performance.now()
    await ask(i)
    times.push(performance.now() - begunMs)
  }
  return times
}
const tell = (what: string, times: readonly number[], more: Record<string, unknown> = {}): void => {
  // On a machine that does other work too, the minimum is the most meaningful.
  report(bench, what, 'least', Math.min(...times), 'ms', times.length, { plots, ...more })
  report(bench, what, 'p50', quantile(times, 0.5), 'ms', times.length, { plots, ...more })
  report(bench, what, 'p99', quantile(times, 0.99), 'ms', times.length, { plots, ...more })
}

const view = (sizeDeg: number): Bounds => {
  const { lng, lat } = place(Math.floor(random() * plots))
  return {
    minLng: lng - sizeDeg / 2,
    maxLng: lng + sizeDeg / 2,
    minLat: lat - sizeDeg / 4,
    maxLat: lat + sizeDeg / 4,
  }
}

/** PostgreSQL's processes report what they have read after this time without work, ms. */
const statsDelayMs = 11_000

/** Rows of `plot` that PostgreSQL has read so far, in any way; an index-only scan counts none. */
const rowsRead = async (client: pg.Client): Promise<number> => {
  await sleep(statsDelayMs)
  const { rows } = await client.query<{ count: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_user_tables where relname = 'plot'`,
  )
  return Number(rows[0]!.count)
}

const measureMap = async (db: Db, client: pg.Client): Promise<void> => {
  for (const sizeDeg of [0.005, 0.02, 0.1, 1, 10, 40]) {
    let answered = 0
    const before = await rowsRead(client)
    const times = await timed(sizeDeg > 1 ? Math.ceil(asked / 10) : asked, async () => {
      const { rows, cells, total } = await plotsWithin(
        db,
        { kind: 'all' },
        view(sizeDeg),
        plotsAtMost,
      )
      JSON.stringify({ rows, cells })
      answered += total
    })
    tell(`map ${sizeDeg}° wide`, times, { meanPlots: Math.round(answered / (times.length + 1)) })
    const read = ((await rowsRead(client)) - before) / answered
    report(bench, `map ${sizeDeg}° wide`, 'rows read for one answered', read, 'count', times.length)
  }
}

const callerOf = (scope: Caller['scope'], accountId: string): Caller =>
  ({ scope, accountId }) as Caller

const measureList = async (db: Db, farmerId: string): Promise<void> => {
  const callers = {
    platform: callerOf({ kind: 'all' }, farmerId),
    farmer: callerOf({ kind: 'accounts', accountIds: [farmerId], as: 'farmer' }, farmerId),
    province: callerOf({ kind: 'region', prefix: '15633' }, farmerId),
  }
  for (const [who, caller] of Object.entries(callers)) {
    const kinds: readonly [string, Parameters<typeof plotRows.page>[2], number][] = [
      ['first page', {}, 1],
      ['by area', { sortParam: '-area' }, 1],
      ['by name', { search: `Field ${Math.floor(plots / 2)}` }, 1],
      ['page 1,000', {}, 1_000],
    ]
    for (const [what, query, currentPage] of kinds) {
      const times = await timed(Math.ceil(asked / 10), () =>
        Promise.all([
          plotRows.page(db, caller, query, { currentPage, pageSize: 20 }),
          sumPlots(db, caller, query),
        ]),
      )
      tell(`list of the ${who}, ${what}`, times)
    }
  }
}

/** A field flown back and forth, some way over its edges: 15 passes of 4.5 m. */
const flyOver = (plot: number): PointColumns => {
  const { lng, lat } = place(plot)
  const plane = new LocalPlane(lng, lat)
  const points = new PointColumns()
  for (let pass = 0; pass < 15; pass++)
    for (let i = 0; i <= 20; i++) {
      const [x, y] = plane.fromPlane((pass % 2 === 0 ? i : 20 - i) * 5.8 - 3, pass * 4.5 + 3)
      points.append(
        samplePoint({
          tMs: (pass * 40 + i) * 1000,
          lng: x,
          lat: y,
          speedMs: 5.8,
          swathWidthM: 5,
          pumpOn: i > 0 && i < 20,
        }),
      )
    }
  return points
}

const measureRecords = async (db: Db, farmerId: string): Promise<void> => {
  const flights = Array.from({ length: 50 }, () => {
    const plot = Math.floor(random() * plots)
    const points = flyOver(plot)
    const raster = buildRaster(points, 0, points.length, 5)
    return { points, raster, bounds: sprayBounds(points, 0, points.length)! }
  })
  await tx(db, async (trx) => {
    let found = 0
    const times = await timed(asked, async (i) => {
      const { bounds, points, raster } = flights[i % flights.length]!
      const below = await plotsBelow(trx, bounds, new Date(), [farmerId, null])
      const shares = measurePlots(points, 0, points.length, below, raster)
      if (choosePlot(below, null, shares, raster.coveredM2)) found += 1
    })
    tell('a record finds its plot', times, { found })
    tell(
      'of this, the question to the database',
      await timed(asked, (i) =>
        plotsBelow(trx, flights[i % flights.length]!.bounds, new Date(), [farmerId, null]),
      ),
    )
    // The round trip alone shows how much of the tail above is due to other work on the machine.
    tell('of this, the way there and back', await timed(asked, () => sql`select`.execute(trx)))
  })
}

const scratch = await scratchDatabase()
const client = new pg.Client({ connectionString: scratch.url })
await client.connect()
say(`${plots} plots …`)
const farmers = await writePlots(client)
await measureMap(scratch.db, client)
await measureList(scratch.db, farmers[0]!)
await measureRecords(scratch.db, farmers[0]!)
await client.end()
await scratch.stop()
