// The monitor lives: what flies moves, filters hold, a lost server shows, and what was there comes
// back.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { settled, signIn, visit, type Visitor } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice, type Device } from './device.ts'
import { killProgram, startProgram } from './program.ts'

const droneId = freshSerial('MON')
let device: Device

beforeAll(async () => {
  device = await connectDevice(
    await newDrone(await callsAs('13800000004'), droneId, `Watched ${droneId}`),
  )
  return () => device.end()
})

const home = [114.6, 35.5] as const
const stepDeg = 5 / 90_700 // a second at 5 m/s

/** Flies east, a point a second, until `over` says so. */
const flyWhile = (from: number): { over: () => Promise<void>; step: () => number } => {
  let step = from
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      await device.at([home[0] + step++ * stepDeg, home[1]], { speed: 5, pump: true })
      await sleep(1_000)
    }
  })()
  return {
    step: () => step,
    over: async () => {
      isOver = true
      await done
    },
  }
}

const open = async (visitor: Visitor): Promise<void> => {
  await signIn(visitor, '13800000004')
  await settled(visitor)
  await visitor.page.locator('canvas').first().waitFor()
  await visitor.page.locator('[role=listbox] [role=option]').first().waitFor()
}

const canvasShot = ({ page }: Visitor): Promise<Buffer> =>
  page.locator('canvas').first().screenshot()

test('a drone that is found, watched and followed', async () => {
  const visitor = await visit({ width: 1280, height: 720 })
  const { page } = visitor
  await device.takeOff()
  const flight = flyWhile(0)
  try {
    await open(visitor)
    const online = page.locator('[role=listbox] [role=option]')
    const all = await online.count()
    expect(all).toBeGreaterThan(3) // the demonstration's own fleet flies too

    await page
      .getByRole('textbox', { name: 'Name or serial number' })
      .or(page.getByRole('searchbox'))
      .first()
      .fill(droneId)
    await expect.poll(() => online.count(), { timeout: 15_000 }).toBe(1)
    await online.first().click()
    await page.waitForURL(`**drone=${droneId}`)
    const card = page.locator('[data-stale=false]')
    await card.getByText('Spraying', { exact: true }).waitFor()
    await card.getByText(droneId).waitFor()
    const sprayed = async (): Promise<string> =>
      card.locator('dl', { hasText: 'Swept so far' }).innerText()

    // It moves: the trail grows on the map, and what it has sprayed counts up.
    const [before, sprayedBefore] = [await canvasShot(visitor), await sprayed()]
    await sleep(3_500)
    expect((await canvasShot(visitor)).equals(before)).toBe(false)
    await expect.poll(sprayed, { timeout: 10_000 }).not.toBe(sprayedBefore)

    await page.getByRole('button', { name: 'Follow' }).click()
    await page.locator('button[aria-pressed=true]', { hasText: 'Follow' }).waitFor()

    // A filter that fits nothing says so, and is taken off again.
    await page
      .getByRole('textbox', { name: 'Name or serial number' })
      .or(page.getByRole('searchbox'))
      .first()
      .fill('no such drone')
    await page.getByText('No drone fits').waitFor()
    await page.getByRole('button', { name: 'Reset filters' }).first().click()
    await expect.poll(() => online.count(), { timeout: 15_000 }).toBeGreaterThan(0)
  } finally {
    await flight.over()
    await device.land()
  }
})

// Last of all: the program is killed and started again on the same data and ports.
test.skipIf(inject('program').dataFolder === '')(
  'a server that goes away and comes back',
  async () => {
    const program = inject('program')
    const visitor = await visit({ width: 1280, height: 720 })
    const { page } = visitor
    const frames = { count: 0 }
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload !== 'string') frames.count++
      }),
    )
    await open(visitor)
    await page.locator('[role=listbox] [role=option]').first().click()
    await page.locator('[data-stale=false]').getByText('Serial number').waitFor()
    const shown = new URL(page.url()).searchParams.get('drone')!
    await expect.poll(() => frames.count, { timeout: 20_000 }).toBeGreaterThan(2)
    await killProgram(program)
    const killedMs = Date.now()
    const lost = page.getByText(/Live link lost, positions from/)
    await lost.waitFor()
    const staleMs = Date.now() - killedMs
    await page.locator('[data-stale=true]').waitFor()
    const startedMs = Date.now()
    await startProgram(program.dataFolder, {
      http: Number(new URL(program.address).port),
      mqtt: program.mqttPort,
    })
    const upMs = Date.now() - startedMs
    await lost.waitFor({ state: 'detached', timeout: 45_000 })
    await page.locator('[data-stale=false]').waitFor()
    expect(new URL(page.url()).searchParams.get('drone')).toBe(shown)
    // The watched drone's own client has connected again; what it sends is stored and seen as
    // before.
    await device.takeOff()
    const flight = flyWhile(100)
    try {
      // By its address: the list holds what lies in the map's range, and the map is wherever the
      // first drone was.
      await page.goto(`/monitor_manage/monitor?drone=${droneId}`)
      await page.locator('[data-stale=false]').getByText('Spraying', { exact: true }).waitFor()
    } finally {
      await flight.over()
      await device.land()
    }
    console.log(JSON.stringify({ journey: 'monitor', staleMs, startMs: upMs }))
    // Requests that failed while nobody was there are what this journey is about.
    for (const trouble of visitor.takeTroubles())
      expect(trouble).toMatch(
        /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket|ERR_SOCKET|503/,
      )
  },
  180_000,
)
