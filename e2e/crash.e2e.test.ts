// The program is killed and started again on the same data and ports, while a monitor is open: a
// separate program for this journey, because the others continue meanwhile.
import { beforeAll, expect, test } from 'vitest'
import { visit } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice, type Device } from './device.ts'
import {
  killProgram,
  newDataFolder,
  startProgram,
  stopProgram,
  type RunningProgram,
} from './program.ts'
import { otherData } from './running-program.ts'
import { fly, openMonitor } from './watched-flight.ts'

const droneId = freshSerial('CRA')
let program: RunningProgram
let device: Device

beforeAll(async () => {
  const dataFolder = otherData ?? newDataFolder()
  program = await startProgram(dataFolder)
  const calls = await callsAs('13800000004', program)
  device = await connectDevice(await newDrone(calls, droneId, `Watched ${droneId}`))
  return async () => {
    await device.end()
    await stopProgram(dataFolder)
  }
})

test('the page reports the outage, and everything continues when the program is back', async () => {
  const visitor = await visit({ width: 1024, height: 600 }, program)
  const { page } = visitor
  const frames = { count: 0 }
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string') frames.count++
    }),
  )
  await openMonitor(visitor, program)
  await page.locator('[role=listbox] [role=option]').first().click()
  await page.locator('[data-stale=false]').getByText('Serial number').waitFor()
  const shown = new URL(page.url()).searchParams.get('drone')!
  await expect.poll(() => frames.count).toBeGreaterThan(2)
  await killProgram(program)
  const killedMs = Date.now()
  const lost = page.getByText(/Connection lost, positions from/)
  await lost.waitFor()
  const staleMs = Date.now() - killedMs
  await page.locator('[data-stale=true]').waitFor()
  const startedMs = Date.now()
  await startProgram(program.dataFolder, {
    http: Number(new URL(program.address).port),
    mqtt: program.mqttPort,
  })
  const upMs = Date.now() - startedMs
  await lost.waitFor({ state: 'detached', timeout: 120_000 })
  await page.locator('[data-stale=false]').waitFor()
  expect(new URL(page.url()).searchParams.get('drone')).toBe(shown)
  // The watched drone's own client has reconnected; its messages are stored and shown as before.
  await device.takeOff()
  const flight = fly(device, 100)
  try {
    // By its address: the list contains the drones in the map's range, and the map still shows the
    // first drone.
    await page.goto(`/monitor_manage/monitor?drone=${droneId}`)
    await page.locator('[data-stale=false]').getByText('Spraying', { exact: true }).waitFor()
  } finally {
    await flight.over()
    await device.land()
  }
  console.log(JSON.stringify({ journey: 'crash', staleMs, startMs: upMs }))
  // Requests that failed while the program was down are expected here.
  for (const trouble of visitor.takeTroubles())
    expect(trouble).toMatch(
      /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket|ERR_SOCKET|503/,
    )
})
