import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shippedThemes } from '@swath/fixtures/themes'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createThemes } from '../auth/themes.ts'
import { settableClock } from '../clock/clock.ts'
import { ownTestDatabase } from '../database/testing-file.ts'
import { createHttpServer, refuseUnknown } from '../http/server.ts'
import type { Services } from '../services.ts'
import { registerWebManifest } from './web-manifest.ts'

const database = await ownTestDatabase()
let folder: string
let server: FastifyInstance

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swath-manifest-'))
  mkdirSync(join(folder, 'themes'))
  const [theme] = shippedThemes as [object]
  const own = {
    ...theme,
    name: 'harvest',
    hosts: ['harvest.example'],
    productName: 'Harvest',
    brand: { primary: '#204080' },
  }
  writeFileSync(join(folder, 'themes', 'harvest.json'), JSON.stringify(own))
  server = await createHttpServer({ log: pino({ level: 'silent' }) })
  registerWebManifest(
    server,
    createThemes({
      db: database.db,
      clock: settableClock(1_800_000_000_000),
      config: { dataFolder: folder, demo: false, production: true } as Services['config'],
    }),
  )
  refuseUnknown(server, async () => null)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, host: string) => server.inject({ method: 'GET', url, headers: { host } })

test('the manifest has the name and the colour of the host', async () => {
  const { headers, body } = await get('/manifest.webmanifest', 'harvest.example')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(JSON.parse(body)).toMatchObject({
    name: 'Harvest',
    theme_color: '#204080',
    start_url: '/',
    display: 'standalone',
  })
  const usual = await get('/manifest.webmanifest', '127.0.0.1')
  expect(usual.json()).toMatchObject({ name: 'Swath', theme_color: '#0B6E4F' })
})

test('its icons exist, in their sizes and in the colour of the host', async () => {
  const { icons } = (await get('/manifest.webmanifest', 'harvest.example')).json<{
    icons: { src: string; sizes: string; purpose: string }[]
  }>()
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const { src, sizes } of icons) {
    const answer = await get(src, 'harvest.example')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
    // A point of the mark's background, above the middle and next to the strokes.
    const [r, g, b] = await sharp(answer.rawPayload)
      .extract({ left: width >> 1, top: Math.round(height * 0.08), width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect([r, g, b]).toEqual([0x20, 0x40, 0x80])
  }
  expect((await get('/app-icons/1024.png', 'harvest.example')).statusCode).toBe(404)
})
