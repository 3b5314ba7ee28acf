import { expect, test } from 'vitest'
import { gridSpacingM, kilometreGrid } from './kilometre-grid.ts'

const view = { minLng: 114.6, minLat: 35.5, maxLng: 114.8, maxLat: 35.6 }

test('the lines stay apart at every zoom, and none are drawn from far', () => {
  for (let zoom = 9; zoom <= 16; zoom += 0.5) {
    const metresAPx = (Math.cos((35 * Math.PI) / 180) * 40_075_017) / (512 * 2 ** zoom)
    const apartPx = gridSpacingM(zoom, 35) / metresAPx
    expect(apartPx, `zoom ${zoom}`).toBeGreaterThanOrEqual(109)
    expect(apartPx, `zoom ${zoom}`).toBeLessThan(320)
  }
  expect(kilometreGrid(view, 8.9, 'en').features).toEqual([])
})

test('lines follow the UTM zone, with labels in the language', () => {
  const labels = (language: 'en' | 'zh-CN' | 'th') =>
    kilometreGrid(view, 12, language).features.map(({ properties }) => properties!['label'])
  expect(labels('en')).toContain('E 290 km')
  expect(labels('en')).toContain('N 3936 km')
  expect(labels('zh-CN')).toContain('E 290 km')
  expect(labels('th')).toContain('E 290 กม.')
  // Huaxian is in zone 50, west of its central meridian at 117°.
  const line = kilometreGrid(view, 12, 'en').features.find(
    ({ properties }) => properties!['label'] === 'E 290 km',
  )
  expect(line?.geometry).toMatchObject({ type: 'LineString' })
})
