// The largest plots that can be sent, over the largest neighbours, by several people at once, do
// not block the event loop.
import { expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { plotRoutes } from '@swath/contract/land/plots'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { watchStalls } from '../../../platform/workers/stalls.ts'
import { openConsole } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { measurePlot } from './plot-ground.ts'
import { plotHandlers } from './plots.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const database = await ownTestDatabase(loadRegionTable)
const { db } = database

/** A star with many corners, rotated by `turn` of the distance between corners. */
const star = (corners: number, turn: number): [number, number][] => {
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = ((i + turn) / corners) * 2 * Math.PI
    const reach = 0.01 * (1 + 0.002 * (i % 2))
    return [120.1 + reach * Math.cos(angle), 30.2 + reach * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}
const cornersAtMost = 10_000
/** Maximum time that a turn may block the event loop, ms of processor time. */
const heldMs = 250

test('20 neighbours of 10,000 corners, and four people who draw over them', async () => {
  const console_ = await openConsole(database, plotRoutes, plotHandlers, now)
  const team = await console_.person({ type: 'operator', region_code: '156330106' })
  const { parts, sketch, bounds, areaM2 } = measurePlot([[star(cornersAtMost, 0)]])
  for (let n = 0; n < 20; n++)
    await db
      .insertInto('plot')
      .values({
        id: crypto.randomUUID(),
        account_id: team.account.id,
        name: `Star ${n}`,
        region_code: '156330106',
        parts: JSON.stringify(parts),
        sketch: JSON.stringify(sketch),
        bounds: `(${bounds.maxLng},${bounds.maxLat}),(${bounds.minLng},${bounds.minLat})`,
        area_m2: areaM2,
        created_by: null,
        shape_at: new Date(now),
      })
      .execute()
  const stalls = watchStalls()
  const drawn = await Promise.all(
    [0.2, 0.4, 0.6, 0.8].map((turn) =>
      console_.send(
        'createPlot',
        { body: { blockName: `Drawn ${turn}`, parts: [[star(cornersAtMost, turn)]] } },
        team,
      ),
    ),
  )
  const { busyMs } = stalls.longest()
  stalls.stop()
  // Refused because it overlaps others or is too expensive; never a server error.
  for (const { statusCode, body } of drawn) expect([409, 413, 422, 503], body).toContain(statusCode)
  expect(busyMs).toBeLessThan(heldMs * slowness())
  await console_.close()
}, 180_000)
