import { PMTiles, TileType } from 'pmtiles'
import { expect, test } from 'vitest'
import { writeArchive, type Tile } from './write-archive.ts'

const open = (archive: Buffer): { reader: PMTiles; fetched: [number, number][] } => {
  const fetched: [number, number][] = []
  const reader = new PMTiles({
    getKey: () => 'archive',
    getBytes: async (offset, length) => {
      fetched.push([offset, length])
      return { data: new Uint8Array(archive.subarray(offset, offset + length)).buffer }
    },
  })
  return { reader, fetched }
}
const about = {
  tileType: TileType.Mvt,
  bounds: [100, 10, 110.5, 20],
  metadata: { name: 'Test', attribution: 'Somebody' },
} as const

test('a third-party reader finds each tile, the metadata and the header', async () => {
  const tiles = Array.from({ length: 9_000 }, (_, i): Tile => ({
    z: 8,
    x: i % 100,
    y: Math.floor(i / 100),
    data: Buffer.from(`tile ${i % 7_000}`),
  }))
  const { reader } = open(writeArchive(tiles, about))
  for (const { x, y, data } of [tiles[0]!, tiles[4_321]!, tiles[8_999]!]) {
    const found = await reader.getZxy(8, x, y)
    expect(Buffer.from(found!.data).toString()).toBe(Buffer.from(data).toString())
  }
  expect(await reader.getZxy(8, 101, 0)).toBeUndefined()
  expect(await reader.getMetadata()).toEqual(about.metadata)
  expect(await reader.getHeader()).toMatchObject({
    specVersion: 3,
    minZoom: 8,
    maxZoom: 8,
    minLon: 100,
    maxLon: 110.5,
    clustered: true,
    numAddressedTiles: 9_000,
    numTileContents: 7_000,
  })
})

test('header and root directory are within a reader’s first request, with any number of tiles', async () => {
  const tiles = Array.from({ length: 40_000 }, (_, i): Tile => ({
    z: 9,
    x: i % 512,
    y: Math.floor(i / 512),
    data: Buffer.from(`${i}${'x'.repeat(i % 61)}`),
  }))
  const archive = writeArchive(tiles, { ...about, tileType: TileType.Png })
  const { rootDirectoryOffset, rootDirectoryLength } = await open(archive).reader.getHeader()
  expect(rootDirectoryOffset + rootDirectoryLength).toBeLessThanOrEqual(16_384)
  const { reader } = open(archive)
  expect(Buffer.from((await reader.getZxy(9, 300, 60))!.data).toString()).toMatch(/^31020x*$/)
})

test('images are stored unchanged, and equal ocean tiles once', async () => {
  const sea = Buffer.from('sea')
  const archive = writeArchive(
    [0, 1].flatMap((x) => [0, 1].map((y) => ({ z: 1, x, y, data: sea }))),
    { ...about, tileType: TileType.Png },
  )
  expect(archive.subarray(-3).toString()).toBe('sea')
  const { reader } = open(archive)
  expect((await reader.getHeader()).numTileEntries).toBe(1)
})
