// The monitor is live: flying drones move, and filters apply.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { visit, type Visitor } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice, type Device } from './device.ts'
import { fly, openMonitor } from './watched-flight.ts'

const droneId = freshSerial('MON')
let device: Device

beforeAll(async () => {
  device = await connectDevice(
    await newDrone(await callsAs('13800000004'), droneId, `Watched ${droneId}`),
  )
  return () => device.end()
})

const canvasShot = ({ page }: Visitor): Promise<Buffer> =>
  page.locator('canvas').first().screenshot()

test('a drone that is found, watched and followed', async () => {
  const visitor = await visit({ width: 1024, height: 600 })
  const { page } = visitor
  await device.takeOff()
  const flight = fly(device)
  try {
    await openMonitor(visitor)
    const online = page.locator('[role=listbox] [role=option]')
    const all = await online.count()
    expect(all).toBeGreaterThan(3) // the demonstration's own fleet flies too

    // The map visits a drone, and the list stays, also after four presses of zoom.
    await online.nth(1).click()
    const opened = page.locator('section[data-side=right]')
    await opened.waitFor()
    for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Zoom in' }).click()
    await sleep(2_000)
    expect(await online.count()).toBeGreaterThan(3)
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1)
    await opened.getByRole('button', { name: 'Close' }).click()
    await sleep(1_000)
    expect(await online.count()).toBeGreaterThan(3)

    await page
      .getByRole('textbox', { name: 'Name or serial number' })
      .or(page.getByRole('searchbox'))
      .first()
      .fill(droneId)
    await expect.poll(() => online.count()).toBe(1)
    await online.first().click()
    await page.waitForURL(`**drone=${droneId}`)
    const card = page.locator('[data-stale=false]')
    await card.getByText('Spraying', { exact: true }).waitFor()
    await card.getByText(droneId).waitFor()
    const sprayed = async (): Promise<string> =>
      card.locator('dl', { hasText: 'Swept area so far' }).innerText()

    // The drone moves: its trail grows on the map, and its sprayed area increases.
    const [before, sprayedBefore] = [await canvasShot(visitor), await sprayed()]
    await sleep(3_500)
    expect((await canvasShot(visitor)).equals(before)).toBe(false)
    await expect.poll(sprayed).not.toBe(sprayedBefore)

    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.locator('button[aria-pressed=true]', { hasText: 'Follow' }).waitFor()

    // A filter without matches shows a message, and is cleared again.
    await page
      .getByRole('textbox', { name: 'Name or serial number' })
      .or(page.getByRole('searchbox'))
      .first()
      .fill('no such drone')
    await page.getByText('No results').waitFor()
    await page.getByRole('button', { name: 'Reset filters' }).first().click()
    await expect.poll(() => online.count()).toBeGreaterThan(0)

    // A state is a filter: its count, the rows and the address agree, and a second press ends it.
    await opened.getByRole('button', { name: 'Close' }).click()
    const spraying = page.getByRole('button', { name: /^\d+ ?Spraying/ })
    await spraying.click()
    await page.waitForURL('**show=spraying')
    await expect
      .poll(async () => [
        await online.filter({ hasText: `Watched ${droneId}` }).count(),
        await online.filter({ hasNotText: 'Spraying' }).count(),
      ])
      .toEqual([1, 0])
    await expect.poll(() => spraying.getAttribute('aria-pressed')).toBe('true')
    await spraying.click()
    await page.waitForURL((url) => !url.search.includes('show'))

    // All are followed until the map is moved.
    await page.getByRole('button', { name: 'Follow all' }).click()
    const following = page.getByText('The map follows all drones shown')
    await following.waitFor()
    await page.mouse.move(800, 300)
    await page.mouse.down()
    await page.mouse.move(700, 340, { steps: 4 })
    await page.mouse.up()
    await following.waitFor({ state: 'detached' })
  } finally {
    await flight.over()
    await device.land()
  }
})
