import { ImportSettings } from '@swath/contract/geometry-imports'
import { expect, test } from 'vitest'
import { run } from './read-geometry.job.ts'

test('zones of several parts are as many rows as one file has at most', async () => {
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
