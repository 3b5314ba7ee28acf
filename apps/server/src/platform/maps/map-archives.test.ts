import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TileType } from 'pmtiles'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeArchive } from '../../../../../tools/geodata/write-archive.ts'
import { settableClock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { createHttpServer, refuseUnknown } from '../http/server.ts'
import { toCredits } from './credits.ts'
import { createMapArchives } from './map-archives.ts'
import { registerMapArchives } from './serve-archives.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swath-maps-'))
  mkdirSync(join(folder, 'maps'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const tiny = (metadata: object, tileType = TileType.Mvt): Buffer =>
  writeArchive([{ z: 0, x: 0, y: 0, data: Buffer.from('a tile') }], {
    tileType,
    bounds: [100, 10, 110, 20],
    metadata: { ...metadata },
  })
const named = (...ids: string[]) => ({ vector_layers: ids.map((id) => ({ id, fields: {} })) })
const lay = (name: string, content: Buffer): void =>
  writeFileSync(join(folder, 'maps', name), content)

const open = (config: Partial<Config> = {}) => {
  const clock = settableClock(0)
  const log = pino({ level: 'silent' })
  const archives = createMapArchives({
    clock,
    log,
    config: { dataFolder: folder, demo: false, ...config } as Config,
  })
  return {
    archives,
    later: () => clock.set(clock.now() + 60_000),
    serve: async () => {
      const server = await createHttpServer({ log })
      registerMapArchives(server, archives)
      refuseUnknown(server, async () => null)
      return server
    },
  }
}

describe('descriptions of archives', () => {
  test('detected by their layers: a base map, own vector layers, raster tiles', async () => {
    lay('a.pmtiles', tiny({ name: 'Asia', ...named('earth', 'water', 'roads', 'places') }))
    lay('b.pmtiles', tiny(named('transportation', 'waterway')))
    lay('c photos.pmtiles', tiny({ attribution: 'A <b>satellite</b>' }, TileType.Jpeg))
    lay('notes.txt', Buffer.from('no archive'))
    const [base, shapes, pictures, ...rest] = await open().archives.list()
    expect(base).toMatchObject({
      kind: 'base',
      encoding: 'mvt',
      title: 'Asia',
      layers: [],
      coverage: [[100, 10, 110, 20]],
      url: expect.stringMatching(/^\/maps\/a\.pmtiles\?v=[\w-]{16}$/),
    })
    expect(shapes).toMatchObject({ kind: 'shapes', layers: ['transportation', 'waterway'] })
    expect(pictures).toMatchObject({ kind: 'pictures', title: 'c photos', credits: 'A satellite' })
    expect(rest).toEqual([])
  })

  test('an invalid file does not hide others; without files or a folder there are no archives', async () => {
    lay('broken.pmtiles', Buffer.from('PMTiles\u0003 and nothing more'))
    lay('empty.pmtiles', Buffer.alloc(0))
    lay('good.pmtiles', tiny(named('lines')))
    expect((await open().archives.list()).map(({ name }) => name)).toEqual(['good.pmtiles'])
    rmSync(join(folder, 'maps'), { recursive: true })
    expect(await open().archives.list()).toEqual([])
  })

  test('MAP_ARCHIVE selects one, in any folder; the demonstration has its own', async () => {
    lay('a.pmtiles', tiny(named('lines')))
    writeFileSync(join(folder, 'elsewhere.pmtiles'), tiny({ name: 'Else', ...named('lines') }))
    const titles = async (config: Partial<Config>) =>
      (await open(config).archives.list()).map(({ title }) => title)
    expect(await titles({ mapArchive: 'a.pmtiles' })).toEqual(['a'])
    expect(await titles({ mapArchive: join(folder, 'elsewhere.pmtiles') })).toEqual(['Else'])
    expect(await titles({ demo: true })).toEqual(['a'])
    rmSync(join(folder, 'maps/a.pmtiles'))
    expect(await titles({ demo: true })).toEqual(['Demonstration'])
  })

  test('credits keep only text and web links', () => {
    expect(toCredits('<a href="https://osm.org/c" onclick="x()">© OSM</a> & <i>more</i>')).toBe(
      '<a href="https://osm.org/c" target="_blank" rel="noopener">© OSM</a> &amp; more',
    )
    expect(toCredits('<a href="javascript:alert(1)">a</a><img src=x onerror=alert(1)>b')).toBe('ab')
    expect(toCredits('<<b>script>alert(1)<</b>/script>')).not.toContain('<script')
  })
})

describe('their bytes', () => {
  const content = tiny(named('lines'))
  beforeEach(() => lay('a.pmtiles', content))
  const ask = async (headers: Record<string, string>, url?: string) => {
    const { archives, serve } = open()
    const server = await serve()
    const [archive] = await archives.list()
    const reply = await server.inject({ url: url ?? archive!.url, headers })
    await server.close()
    return { reply, etag: `"${archive!.version}"` }
  }

  test.each([
    ['bytes=0-6', 206, 0, 7],
    ['bytes=7-7', 206, 7, 8],
    ['bytes=-4', 206, content.length - 4, content.length],
    ['bytes=100-', 206, 100, content.length],
    ['bytes=0-999999', 206, 0, content.length],
    ['bytes=0-1,4-5', 200, 0, content.length],
    ['bytes=9-3', 200, 0, content.length],
    ['lines=1-2', 200, 0, content.length],
  ])('%s is answered with %i', async (range, status, from, to) => {
    const { reply } = await ask({ range, 'accept-encoding': 'br, gzip' })
    expect(reply.statusCode).toBe(status)
    expect(reply.rawPayload.equals(content.subarray(from, to))).toBe(true)
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers['content-range']).toBe(
      status === 206 ? `bytes ${from}-${to - 1}/${content.length}` : undefined,
    )
  })

  test.each(['bytes=999999-', `bytes=${content.length}-`, 'bytes=-0'])(
    '%s is beyond the end',
    async (range) => {
      const { reply } = await ask({ range })
      expect(reply.statusCode).toBe(416)
      expect(reply.headers['content-range']).toBe(`bytes */${content.length}`)
    },
  )

  test('a range of another version returns the whole file; a cached version is not sent again', async () => {
    const { reply: whole } = await ask({ 'range': 'bytes=0-6', 'if-range': '"other"' })
    expect(whole.statusCode).toBe(200)
    const { etag } = await ask({})
    const { reply: part } = await ask({ 'range': 'bytes=0-6', 'if-range': etag })
    expect(part.statusCode).toBe(206)
    const { reply: same } = await ask({ 'if-none-match': etag })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    expect(same.headers['cache-control']).toContain('immutable')
  })

  test('no name gives access to a file outside the list', async () => {
    writeFileSync(join(folder, 'secret.pmtiles'), content)
    for (const name of ['..%2fsecret.pmtiles', '..%5csecret.pmtiles', 'notes.txt', '%00', 'b'])
      expect((await ask({}, `/maps/${name}`)).reply.statusCode, name).toBeGreaterThanOrEqual(400)
    expect((await ask({}, '/maps/a.pmtiles')).reply.statusCode).toBe(200)
  })

  test('an archive that was removed or replaced is no longer found', async () => {
    const { archives, serve, later } = open()
    const server = await serve()
    const [{ url } = { url: '' }] = await archives.list()
    const path = join(folder, 'maps/a.pmtiles')
    const status = async (asked: string) => (await server.inject({ url: asked })).statusCode
    expect(await status(url)).toBe(200)
    utimesSync(path, 1, 1)
    later()
    expect(await status(url)).toBe(404)
    expect(await status((await archives.list())[0]!.url)).toBe(200)
    rmSync(path)
    expect(await status('/maps/a.pmtiles')).toBe(404)
    later()
    expect(await archives.list()).toEqual([])
    await server.close()
  })
})
