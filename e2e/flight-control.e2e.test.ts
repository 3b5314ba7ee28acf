// An owner recalls a flying drone: it receives the command, answers and returns. And the picture of
// a drone's camera is shown, and reported as lost when it is.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice } from './device.ts'
import { fly } from './watched-flight.ts'
import { openCamera } from './whep-camera.ts'
import { sharedProgram } from './running-program.ts'

/** A little more than the second for which a command is held. */
const heldMs = 1_300
/** Opens the drone of this row, views its instruments and recalls it. */
const callHome = async (page: Page, drone: Locator): Promise<void> => {
  await drone.click()
  await page.waitForURL('**drone=*')
  const cockpit = page.locator('section[data-side=right]')

  // Live instruments are shown.
  await cockpit.getByRole('img', { name: /^Roll -?\d+°, pitch -?\d+°$/ }).waitFor()
  await cockpit.getByRole('img', { name: /^Heading \d+°$/ }).waitFor()
  await cockpit.getByRole('img', { name: /^14 cells, lowest/ }).waitFor()
  const takeOff = cockpit.getByRole('button', { name: /Take off/ })
  expect([await takeOff.isDisabled(), await takeOff.innerText()]).toEqual([
    true,
    expect.stringContaining('Only available on the ground'),
  ])

  // A short press sends nothing, and a countdown can be stopped.
  const home = cockpit.getByRole('button', { name: 'Return home' })
  await home.click()
  await cockpit.getByText('Press and hold “Return home” for one second.').waitFor()
  await home.click({ delay: heldMs })
  await cockpit.getByRole('button', { name: 'Don’t send' }).click()
  await home.click({ delay: heldMs })
  await cockpit
    .getByText(/^Return home: sent in \d s$/)
    .first()
    .waitFor()

  // The result of the command is shown next to its button, and in the list of commands.
  await cockpit.getByRole('status').getByText('Confirmed by the drone').waitFor()
  const order = cockpit.locator('li', { hasText: 'Return home' }).first()
  await order.getByText('Confirmed by the drone').waitFor()
}

test('a flying drone is recalled by a press of one second, and lands', async () => {
  const phone = '13800000004'
  const droneId = freshSerial('HOME')
  const device = await connectDevice(await newDrone(await callsAs(phone), droneId))
  await device.say({})
  await device.takeOff()
  const cells = Array.from({ length: 14 }, (_, i) => 3.9 - i / 1_000)
  const flight = fly(device, 0, { roll: -4, pitch: 6, cells })
  await device.obey((type) => {
    if (type === 'return') void flight.over().then(device.land)
  })
  const visitor = await visit({ width: 1280, height: 800 })
  const { page } = visitor
  await openAs(visitor, phone, '/workbench')
  await settled(visitor)
  await page.locator('nav a', { hasText: 'Flight control' }).click()
  await page.waitForURL('**/business_manage/flight-control')
  await page.getByPlaceholder('Name or serial number').fill(droneId)
  await callHome(page, page.locator('[role=listbox] [role=option]', { hasText: droneId }))
  const cockpit = page.locator('section[data-side=right]')
  await cockpit.getByText('On the ground', { exact: true }).waitFor()
  await device.end()
})

test('the picture of a drone’s camera is shown, reported as lost, and shown again', async () => {
  const { videoOrigin } = sharedProgram
  const phone = '13800000003'
  const calls = await callsAs(phone)
  const droneId = freshSerial('CAM')
  const device = await connectDevice(await newDrone(calls, droneId))
  await device.say({ video: `${videoOrigin}/whep/${droneId}` })
  const visitor = await visit({ width: 1280, height: 800, maps: false, outside: [videoOrigin] })
  const { page, takeTroubles } = visitor
  await using camera = await openCamera(page.context().browser()!, videoOrigin)
  const path = `/api/oper/flight-control/drone?droneId=${droneId}`
  await expect
    .poll(async () => (await calls.get<{ videoUrl: string | null }>(path)).videoUrl)
    .toBe(`${videoOrigin}/whep/${droneId}`)
  await openAs(visitor, phone, `/business_manage/flight-control?drone=${droneId}`)
  await settled(visitor)

  // no bandwidth is used before someone opens the picture
  expect(camera.watching()).toBe(0)
  await page.getByRole('button', { name: 'Show video' }).click()
  const picture = page.getByLabel(`Camera video of ${droneId}`)
  const colour = (): Promise<string> =>
    picture.evaluate((video: HTMLVideoElement) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
      canvas.drawImage(video, 0, 0, 1, 1)
      const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
      if (video.videoWidth === 0) return 'none'
      return green! > 100 && red! < 90 && blue! < 90 ? 'green' : `${red} ${green} ${blue}`
    })
  await expect.poll(colour).toBe('green')
  expect(await page.getByText('Waiting for video').count()).toBe(0)
  expect(camera.watching()).toBe(1)

  await camera.lose()
  await page.getByText('No video: the drone may be out of range').waitFor()
  expect(await colour()).toBe('none')
  await expect.poll(camera.watching).toBe(0)
  await camera.find()
  await expect.poll(colour).toBe('green')

  await page.getByRole('button', { name: 'Close video' }).click()
  await expect.poll(camera.watching).toBe(0)
  // answers of the camera while it was away
  expect(takeTroubles().filter((one) => !/503/.test(one))).toEqual([])
  await device.end()
})
