import { describe, expect, test } from 'vitest'
import { gcjTileAddress, tileShift } from './gcj-raster.ts'

describe('tiles with the GCJ-02 offset', () => {
  test('a tile of Hangzhou at zoom 15 moves by the known few hundred metres', () => {
    const tiles = 2 ** 15
    const x = Math.floor(((120.155 + 180) / 360) * tiles)
    const y = Math.floor(
      ((1 - Math.asinh(Math.tan((30.274 * Math.PI) / 180)) / Math.PI) / 2) * tiles,
    )
    const metresPerPixel = (40_075_016.7 * Math.cos((30.274 * Math.PI) / 180)) / tiles / 256
    const [east, south] = tileShift(15, x, y)
    expect(east * metresPerPixel).toBeGreaterThan(400)
    expect(east * metresPerPixel).toBeLessThan(520)
    expect(Math.abs(south * metresPerPixel)).toBeGreaterThan(200)
    expect(Math.abs(south * metresPerPixel)).toBeLessThan(320)
  })

  test('nothing moves outside China', () => {
    expect(tileShift(15, 3000, 3000).map(Math.abs)).toEqual([
      expect.closeTo(0, 6),
      expect.closeTo(0, 6),
    ])
  })

  test('placeholders in the service’s URL are kept', () => {
    expect(gcjTileAddress('/t?x={x}&z={z}')).toBe(
      'gcj02://{z}/{x}/{y}/%2Ft%3Fx%3D%7Bx%7D%26z%3D%7Bz%7D',
    )
  })
})
