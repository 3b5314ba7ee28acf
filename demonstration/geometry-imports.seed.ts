// Imported files of fields in the demonstration: one awaiting review, with some invalid rows, and
// one of last year that was partly rejected.
import { randomBytes } from 'node:crypto'
import { ImportSettings } from '@swath/contract/land/geometry-imports'
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { polygonBounds } from '@swath/domain/polygon'
import { tx as transaction, type Db } from '@swath/server/platform/database/database'
import type { FileStore } from '@swath/server/platform/files/file-store'
import { readGeometryFile, writeImport } from '@swath/server/modules/land/public'
import { findAdmin } from './world.seed.ts'
import { demoId, type World, type WorldPlot } from './world-rows.seed.ts'

const dayMs = 86_400_000
const settings = ImportSettings.parse({})

type Field = { name: string; ring: readonly LngLat[] }

const toText = (fields: readonly Field[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: fields.map(({ name, ring }) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'Polygon', coordinates: [ring] },
    })),
  })

/** Next to the existing fields, east of all of them. */
const newFields = (plots: readonly WorldPlot[]): Field[] => {
  const { minLng, maxLng, minLat } = polygonBounds([plots.flatMap(({ ring }) => [...ring])])
  const plane = new LocalPlane(maxLng + (maxLng - minLng) * 0.1, minLat)
  const corner = (i: number, x: number, y: number): LngLat =>
    plane.fromPlane((i % 4) * 150 + x, Math.floor(i / 4) * 110 + y)
  const square = (i: number): LngLat[] => [
    corner(i, 0, 0),
    corner(i, 130, 4),
    corner(i, 126, 90),
    corner(i, 2, 92),
    corner(i, 0, 0),
  ]
  const [a, b, c, d] = square(9) as [LngLat, LngLat, LngLat, LngLat]
  return [
    ...Array.from({ length: 8 }, (_, i) => ({ name: `东坡 ${i + 1} 号田`, ring: square(i) })),
    { name: '东坡 9 号田', ring: square(8).slice(0, 4) },
    { name: '东坡 10 号田', ring: [a, c, b, d, a] },
  ]
}

export const writeGeometryImports = async (
  db: Db,
  store: FileStore,
  world: World,
  nowMs: number,
): Promise<void> => {
  const accountId = demoId('account', 'fengyuan')
  const plots = world.plots.filter((plot) => plot.accountId === accountId)
  if (plots.length < 4) return
  const admin = findAdmin(world, accountId)
  const whose = { account_id: accountId, created_by: admin.id, created_by_name: admin.name }
  const write = async (
    name: string,
    fields: readonly Field[],
    daysAgo: number,
    made: readonly WorldPlot[],
  ): Promise<void> => {
    const bytes = Buffer.from(toText(fields))
    const found = await readGeometryFile({ bytes, settings, target: 'plots' })
    if ('problem' in found) throw new Error(`A file of the demonstration: ${found.problem}`)
    const isApplied = made.length > 0
    const key = isApplied ? null : `geometry-${randomBytes(24).toString('base64url')}`
    if (key !== null) await store.put(key, bytes, 'application/geo+json')
    await transaction(db, (tx) =>
      writeImport(tx, {
        ...whose,
        id: demoId('geometry-import', name),
        created_at: new Date(nowMs - daysAgo * dayMs),
        target: 'plots',
        file_name: name,
        bytes: bytes.length,
        key,
        settings,
        found,
        made: made.map((plot) => ({ id: plot.id, name: plot.name })),
      }),
    )
  }
  await write('东坡新地块.geojson', newFields(plots), 0.2, [])
  const old = plots.slice(0, 4)
  const crossed = newFields(plots).slice(-1)
  await write('去年地块.geojson', [...old, ...crossed], 400, old)
}
