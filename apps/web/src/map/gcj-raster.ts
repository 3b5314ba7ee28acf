import type { LngLat } from '@swath/domain/lng-lat'
import { gcj02FromWgs84 } from '@swath/domain/coordinates'

export const gcjProtocol = 'gcj02'
const tilePx = 256

/** Position in the world image, 0..1 from west and from north (Web Mercator). */
const toWorld = ([lng, lat]: LngLat): [number, number] => {
  return [(lng + 180) / 360, (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2]
}

const fromWorld = (x: number, y: number): LngLat => {
  return [x * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI]
}

/** The offset in pixels, east and south, of a WGS-84 tile in the service's tiles. */
export const tileShift = (z: number, x: number, y: number): [number, number] => {
  const tiles = 2 ** z
  const middle: [number, number] = [(x + 0.5) / tiles, (y + 0.5) / tiles]
  const shifted = toWorld(gcj02FromWgs84(fromWorld(...middle)))
  return [(shifted[0] - middle[0]) * tiles * tilePx, (shifted[1] - middle[1]) * tiles * tilePx]
}

const picture = async (address: string, signal: AbortSignal): Promise<ImageBitmap> => {
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error(`tile ${answer.status}`)
  return await createImageBitmap(await answer.blob())
}

/**
 * Aligns pictures of an offset (GCJ-02) tile service: each WGS-84 tile is composed of the four
 * offset tiles it overlaps. Positions stay WGS-84 everywhere; only the pictures move, accurate to a
 * pixel at the tile's centre.
 */
export const loadGcjTile = async (address: string, signal: AbortSignal): Promise<ArrayBuffer> => {
  const [, place, template] = /^gcj02:\/\/(\d+\/\d+\/\d+)\/(.+)$/.exec(address) ?? []
  if (place === undefined || template === undefined) throw new Error('not an offset tile')
  const [z, x, y] = place.split('/').map(Number) as [number, number, number]
  const [east, south] = tileShift(z, x, y)
  const canvas = new OffscreenCanvas(tilePx, tilePx)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const firstX = x + Math.floor(east / tilePx)
  const firstY = y + Math.floor(south / tilePx)
  const tiles = 2 ** z
  const spread = [0, 1]
    .flatMap((dx) => [0, 1].map((dy) => [firstX + dx, firstY + dy] as const))
    .filter(([, ty]) => ty >= 0 && ty < tiles)
  await Promise.all(
    spread.map(async ([tx, ty]) => {
      const left = Math.round((tx - x) * tilePx - east)
      const top = Math.round((ty - y) * tilePx - south)
      if (left >= tilePx || top >= tilePx || left <= -tilePx || top <= -tilePx) return
      const wrapped = ((tx % tiles) + tiles) % tiles
      const part = await picture(
        decodeURIComponent(template)
          .replace('{z}', `${z}`)
          .replace('{x}', `${wrapped}`)
          .replace('{y}', `${ty}`),
        signal,
      )
      context.drawImage(part, left, top)
      part.close()
    }),
  )
  return await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()
}

/** The tile URL to use in a style for an offset service. */
export const gcjTileAddress = (template: string): string =>
  `${gcjProtocol}://{z}/{x}/{y}/${encodeURIComponent(template)}`
