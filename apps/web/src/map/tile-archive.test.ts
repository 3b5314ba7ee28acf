import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TileType } from 'pmtiles'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeArchive } from '../../../../tools/geodata/write-archive.ts'
import { Losses } from './losses.ts'
import { archiveTiles, loadArchiveTile, saysGone } from './tile-archive.ts'

const archive = writeArchive(
  [
    { z: 0, x: 0, y: 0, data: Buffer.from('the world') },
    { z: 1, x: 1, y: 0, data: Buffer.from('the north-east') },
  ],
  { tileType: TileType.Mvt, bounds: [-180, -85, 180, 85], metadata: { name: 'Tiny' } },
)

/** Serves byte ranges in the mode `ranges`; the other modes simulate failures. */
let server: Server
let mode: 'ranges' | 'gone' | 'broken' | 'whole' = 'ranges'
let asked: string[] = []
let url = ''
let made = 0
beforeEach(async () => {
  mode = 'ranges'
  asked = []
  server = createServer((request, reply) => {
    const range = request.headers.range ?? ''
    asked.push(range)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    if (mode === 'ranges') reply.writeHead(206).end(archive.subarray(Number(from), Number(to) + 1))
    else if (mode === 'whole') reply.writeHead(200).end(archive)
    else reply.writeHead(mode === 'gone' ? 404 : 503).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tiny-${made++}.pmtiles`
})
afterEach(() => new Promise((resolve) => void server.close(resolve)))

const load = async (place: string) => {
  const tile = await loadArchiveTile(
    archiveTiles(url).replace('{z}/{x}/{y}', place),
    new AbortController().signal,
  )
  return tile && Buffer.from(tile).toString()
}
const failure = async (place: string): Promise<string> =>
  await load(place).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  )

test('tiles are read by ranges; a missing one is null', async () => {
  expect(await load('0/0/0')).toBe('the world')
  expect(await load('1/1/0')).toBe('the north-east')
  expect(await load('1/0/0')).toBeNull()
  expect(asked.every((range) => range.startsWith('bytes='))).toBe(true)
  // The header is requested once.
  expect(asked.filter((range) => range.startsWith('bytes=0-'))).toHaveLength(1)
})

test('a removed archive is distinguished from a host with errors', async () => {
  expect(await load('0/0/0')).toBe('the world')
  mode = 'broken'
  const stumbled = await failure('0/0/0')
  expect([stumbled.startsWith(url), saysGone(stumbled)]).toEqual([true, false])
  mode = 'gone'
  const gone = await failure('0/0/0')
  expect([gone.startsWith(url), saysGone(gone)]).toEqual([true, true])
})

test('a failed header is requested again', async () => {
  mode = 'broken'
  expect(await failure('0/0/0')).toContain('503')
  mode = 'ranges'
  expect(await load('0/0/0')).toBe('the world')
})

test('a host without range support is rejected before it has sent the whole file', async () => {
  mode = 'whole'
  expect(await failure('0/0/0')).toContain('answered by 200')
})

test('a loss is reported once, after some failures or at once, and can be reset', () => {
  const losses = new Losses()
  expect([1, 2, 3, 4, 5].map(() => losses.count('raster', false))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ])
  expect(losses.count('/maps/a.pmtiles', true)).toBe(true)
  expect([losses.has('raster'), losses.has('/maps/b.pmtiles')]).toEqual([true, false])
  losses.forgive('raster')
  expect(losses.has('raster')).toBe(false)
})
