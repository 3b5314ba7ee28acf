// The examples of "Build on Swath", as an outsider runs them: with a key, against the program.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { callsAs, freshSerial } from './calls.ts'
import { sharedProgram } from './running-program.ts'

const [county, maker, operator] = ['13800000002', '13800000003', '13800000004']
const folder = mkdtempSync(join(tmpdir(), 'swath-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

const makeKey = async (phone: string, given: object): Promise<string> => {
  const calls = await callsAs(phone)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const body = { keyName: 'Example', access: 'read', until, ...given }
  const { key } = await calls.post<{ key: string }>('/api/user/account/apiKeys', body)
  return key
}
const run = (example: string, key: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(
    process.execPath,
    [new URL(`../examples/${example}.mjs`, import.meta.url).pathname, ...args],
    {
      env: { ...process.env, SWATH_URL: sharedProgram.address, SWATH_KEY: key, ...env },
      maxBuffer: 64 * 2 ** 20, // a busy day has more than a hundred flights of some hundred points
    },
  )

test('flights of a day as GeoJSON, and to a spreadsheet once each', async () => {
  const calls = await callsAs(operator)
  const flights = '/api/drone/mointor/manage/getHistoryFlyList'
  const all = await calls.get<{ items: { startTime: string }[] }>(flights)
  const day = new Date(Date.parse(all.items.at(-1)!.startTime) + 8 * 3_600_000)
    .toISOString()
    .slice(0, 10)
  const { stats } = await calls.get<{ stats: { sortieCount: number; sprayArea: number } }>(
    `${flights}?startTime=${day}&endTime=${day}`,
  )
  const key = await makeKey(operator, { screens: ['drone-list'] })
  const { stdout, stderr } = await run('flights-of-a-day', key, [day])
  expect(stderr).toContain(`${day}: `)
  const { features } = JSON.parse(stdout) as {
    features: { geometry: { coordinates: [] } | null }[]
  }
  expect(features.length).toBeGreaterThan(0)
  expect(Math.abs(features.length - stats.sortieCount)).toBeLessThanOrEqual(3) // some fly now
  expect(
    features.every(({ geometry }) => geometry === null || geometry.coordinates.length > 1),
  ).toBe(true)

  const file = join(folder, 'records.csv')
  const first = await run('records-to-spreadsheet', key, [file])
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(first.stdout).toBe(`${lines.length - 1} flights added to ${file}\n`)
  await run('records-to-spreadsheet', key, [file])
  const ids = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.slice(1, 37))
  expect(new Set(ids).size).toBe(ids.length)
})

test('alarms go to a chat', async () => {
  const texts: string[] = []
  const chat = createServer((request, reply) => {
    void json(request).then((body) => {
      texts.push((body as { text: string }).text)
      reply.end()
    })
  }).listen(0, '127.0.0.1')
  await once(chat, 'listening')
  const key = await makeKey(operator, { screens: ['monitor'] })
  const calls = await callsAs(operator)
  const { total } = await calls.get<{ total: number }>('/api/bulletin/alarms?state=open')
  const CHAT_URL = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`
  await run('alarms-to-chat', key, [], { CHAT_URL, EVERY_SECONDS: '0', ROUNDS: '2' })
  chat.close()
  expect(texts.length).toBeGreaterThanOrEqual(Math.min(1, total))
  expect(texts.every((text) => /^Level [123]: .+ (in|sprays|reports) /.test(text))).toBe(true)
})

test('a drone is registered and reports', async () => {
  const key = await makeKey(maker, {
    access: 'write',
    screens: ['drone-list', 'monitor'],
    rights: ['equipment.manage'],
  })
  const droneId = freshSerial('EXAMPLE')
  const { stdout } = await run('connect-a-drone', key, [droneId])
  expect(stdout).toContain(`${droneId} is connected`)
})

test('tasks are created from a file', async () => {
  const key = await makeKey(county, {
    access: 'write',
    screens: ['unified-task-list'],
    rights: ['task.manage'],
  })
  const { items } = await (
    await callsAs(county)
  ).get<{ items: { regionCode: string }[] }>('/api/tftz')
  const file = join(folder, 'tasks.json')
  const { regionCode: region } = items[0]!
  const task = { name: 'From a file', region, from: '2027-03-01', until: '2027-03-20' }
  writeFileSync(file, JSON.stringify([task]))
  const { stdout } = await run('task-from-file', key, [file])
  expect(stdout).toMatch(/^\d+ From a file \(draft\)\n$/)
})
