import { ImportSettings } from '@swath/contract/land/geometry-imports'
import { expect, test } from 'vitest'
import { run } from './read-geometry.job.ts'

test('zones with several parts become at most as many rows as a file may have', async () => {
  const part = (i: number) => [
    [
      [100 + i * 0.01, 14],
      [100.005 + i * 0.01, 14],
      [100.005 + i * 0.01, 14.005],
      [100 + i * 0.01, 14],
    ],
  ]
  const geometry = {
    type: 'MultiPolygon',
    coordinates: Array.from({ length: 50 }, (_, i) => part(i)),
  }
  const features = Array.from({ length: 401 }, () => ({ type: 'Feature', geometry }))
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  const found = await run({ bytes, settings: ImportSettings.parse({}), target: 'no-fly-zones' })
  if ('problem' in found) throw new Error(found.problem)
  expect(found.items).toHaveLength(20_000)
  expect(found.notes).toContain('too_many_features')
})

test('characters that the database cannot store are replaced in names and properties', async () => {
  const ring = [
    [100, 14],
    [100.005, 14],
    [100.005, 14.005],
    [100, 14],
  ]
  const feature = {
    type: 'Feature',
    properties: { 'name': 'East \ud800', 'k\udc00': 'a\0b' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  const found = await run({ bytes, settings: ImportSettings.parse({}), target: 'plots' })
  if ('problem' in found) throw new Error(found.problem)
  const texts = JSON.stringify([found.columns, found.items])
  expect(texts).toContain('East \ufffd')
  expect(texts).not.toMatch(/\\u(d[89a-f]|0000)/i)
})
