// A drone without the simulator: registered in the console, connected with the README's commands,
// seen, flown, landed, recorded.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { settled, signIn, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone, type Calls } from './calls.ts'
import { exampleIn, startExample, type Published } from './shell-example.ts'
import { sharedProgram } from './running-program.ts'

const readText = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

/**
 * Length of a short way on the WGS-84 ellipsoid, m: by its radii of curvature in the middle of the
 * way.
 */
const lengthM = (
  [lngA, latA]: readonly [number, number],
  [lngB, latB]: readonly [number, number],
): number => {
  const [a, e2] = [6_378_137, 0.006_694_379_990_14]
  const middle = (((latA + latB) / 2) * Math.PI) / 180
  const w = Math.sqrt(1 - e2 * Math.sin(middle) ** 2)
  const northM = ((((latB - latA) * Math.PI) / 180) * a * (1 - e2)) / w ** 3
  const eastM = (((((lngB - lngA) * Math.PI) / 180) * a) / w) * Math.cos(middle)
  return Math.hypot(northM, eastM)
}

type Point = { lng: number; lat: number; width: number; pump: boolean }

/** The ground under one straight pass: its length times its width. */
const groundM2 = ({ message }: Published): number => {
  const points = message['pts'] as Point[]
  return points
    .slice(1)
    .reduce(
      (sum, point, i) =>
        sum +
        (points[i]!.pump
          ? lengthM([points[i]!.lng, points[i]!.lat], [point.lng, point.lat]) * point.width
          : 0),
      0,
    )
}

const squareMetresOfMu = 2000 / 3

const readme = (droneId: string, password: string): string[] =>
  exampleIn(readText('README.md')).map((line) =>
    line
      .replace('MY-DRONE-1', droneId)
      .replace('the-password-shown', password)
      .replace('-p 1883', `-p ${sharedProgram.mqttPort}`),
  )

type Flights = {
  items: {
    sortieId: string
    state: string
    sprayArea: number
    number: number | null
    hasTrack: boolean
  }[]
}
const fetchFlights = (calls: Calls, droneId: string): Promise<Flights> =>
  calls.get(`/api/drone/mointor/manage/getHistoryFlyList?droneId=${droneId}`)

const closedFlight = async (
  calls: Calls,
  droneId: string,
  withinMs: number,
): Promise<Flights['items'][number]> => {
  for (
    const untilMs = Date.now() + withinMs;
    Date.now() < untilMs;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    const found = (await fetchFlights(calls, droneId)).items.find(({ state }) => state === 'closed')
    if (found) return found
  }
  throw new Error(`${droneId} has no closed sortie after ${withinMs} ms`)
}

test('from the drone list to the work record', async () => {
  const droneId = freshSerial('FIRST')
  const visitor = await visit({ width: 1024, height: 600 })
  const { page } = visitor
  await signIn(visitor, '13800000004')
  await settled(visitor)

  // Registered in the console, which then shows its credentials.
  await page.locator('nav a', { hasText: 'Drones' }).click()
  await page.getByRole('button', { name: 'Register a drone' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Serial number').fill(droneId)
  await drawer.getByLabel('Name', { exact: true }).fill(`Journey ${droneId}`)
  await drawer.getByRole('combobox').first().click()
  await page.locator('.ant-select-item-option').first().click()
  await drawer.getByRole('button', { name: 'Register a drone' }).click()
  await page.getByText('Waiting for the drone to connect…').waitFor()
  const password = await page.getByRole('dialog').locator('code').last().innerText()
  expect(password.length).toBeGreaterThanOrEqual(40)
  await page.getByRole('dialog').getByRole('button', { name: 'I’ve saved it' }).click()

  // The monitor is open with the drone's card; the messages of its live socket are recorded.
  const seen: { atMs: number; text: string }[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string' && payload.includes(droneId))
        seen.push({ atMs: Date.now(), text: payload })
    }),
  )
  await page.goto(`/monitor_manage/monitor?drone=${droneId}`)
  await settled(visitor)
  await page.locator('canvas').first().waitFor()
  const card = page.locator('[data-stale]')
  await card.getByText('Offline', { exact: true }).waitFor()
  const example = startExample(readme(droneId, password))
  try {
    expect(example.messages).toBe(3)
    await example.next()
    const askedMs = Date.now()
    const track = await example.next()
    await card.getByText('Spraying', { exact: true }).waitFor()
    const shownMs = Date.now() - askedMs
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    console.log(
      JSON.stringify({
        journey: 'first-flight',
        liveLinkMs: seen[0]!.atMs - askedMs,
        cardMs: shownMs,
      }),
    )
    // Printed, not compared with a limit: it depends on the load of the machine.
    expect(seen[0]!.atMs).toBeGreaterThan(askedMs)
    await page
      .locator(`#row-${droneId}`)
      .or(page.getByRole('option').filter({ hasText: droneId }))
      .first()
      .waitFor()
    await example.next()

    // Landed: its sortie is in its history, with the area that it really covered.
    const calls = await callsAs('13800000004')
    const flight = await closedFlight(calls, droneId, 5_000)
    expect(flight.number).toBe(1)
    const byHandM2 = groundM2(track)
    expect(byHandM2).toBeGreaterThan(400)
    expect(Math.abs((flight.sprayArea * squareMetresOfMu) / byHandM2 - 1)).toBeLessThan(0.005)

    await page.getByRole('button', { name: 'Flights' }).click()
    await page.waitForURL('**/history**')
    await page.locator('button[data-row]').first().click()
    const slider = page.locator('input[type=range]')
    await slider.waitFor()
    // In English, areas are in acres of 4,046.856 m² each.
    expect(await page.locator('[data-ground=covered] dd').innerText()).toContain(
      (byHandM2 / 4_046.856).toFixed(2),
    )
    await page.getByText('Record intact').waitFor()

    // Its track plays: the slider runs, and the drone's sign moves on the map.
    const shot = async (): Promise<Buffer> => page.locator('canvas').first().screenshot()
    await slider.fill('0')
    const before = await shot()
    const at = Number(await slider.inputValue())
    await page.keyboard.press('Escape')
    await page
      .getByRole('region', { name: 'Playback' })
      .getByRole('button', { name: /^Play\b/ })
      .click()
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(at + 3_000)
    expect((await shot()).equals(before)).toBe(false)
  } finally {
    example.end()
  }
})

test('the lines of the device protocol give the area that they name', async () => {
  const calls = await callsAs('13800000003')
  const droneId = freshSerial('DOC')
  const { password, mqttPort } = await newDrone(calls, droneId)
  const lines = exampleIn(readText('docs/device-protocol.md')).map((line) =>
    line
      .replace('SW-0001', droneId)
      .replace('the-issued-secret', password)
      .replace('-p 1883', `-p ${mqttPort}`),
  )
  const example = startExample(lines)
  try {
    await example.next()
    const track = await example.next()
    const landedMs = Date.now()
    await example.next()
    const flight = await closedFlight(calls, droneId, 5_000)
    console.log(JSON.stringify({ journey: 'device-protocol', recordMs: Date.now() - landedMs }))
    expect(Math.abs(groundM2(track) - 500)).toBeLessThan(2.5)
    expect(Math.abs((flight.sprayArea * squareMetresOfMu) / groundM2(track) - 1)).toBeLessThan(
      0.005,
    )
    expect(flight.hasTrack).toBe(true)
  } finally {
    example.end()
  }
})
