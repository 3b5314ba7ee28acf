// Use in the field with one thumb: a telephone with a Thai keyboard, and one without a connection.
import { expect, test } from 'vitest'
import { openAs, settled, signIn, visit, type Visitor } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice } from './device.ts'
import { fly } from './watched-flight.ts'

const telephone = { width: 375, height: 740 } as const
/** A little more than the second for which a command is held. */
const heldMs = 1_300
const openScreen = async ({ page }: Visitor, path: string): Promise<void> => {
  await page.goto(path)
  await page.locator('main#content').waitFor()
}

/** Opens the drone's row and holds the command; waits until the drone has confirmed it. */
const commandFromRow = async (
  visitor: Visitor,
  { path, drone, name }: { path: string; drone: string; name: string },
): Promise<void> => {
  const { page } = visitor
  const card = page.locator('section[data-over=true]')
  await openScreen(visitor, path)
  await page.getByPlaceholder('ชื่อหรือหมายเลขเครื่อง').fill(drone)
  await page.locator('[role=listbox] [role=option]', { hasText: drone }).click()
  await card.getByRole('button', { name }).click({ delay: heldMs })
  await card.getByRole('status').getByText('โดรนยืนยันแล้ว').waitFor()
}

test('in Thai a drone is landed and held in two presses from its row', async () => {
  const drone = freshSerial('THUMB')
  const device = await connectDevice(await newDrone(await callsAs('13800000004'), drone))
  await device.say({})
  await device.takeOff()
  let flight = fly(device)
  await device.obey((type) => {
    if (type === 'land') void flight.over().then(device.land)
  })
  const visitor = await visit({ ...telephone, locale: 'th-TH' })
  await openAs(visitor, '13800000004', '/workbench')
  await settled(visitor)
  await commandFromRow(visitor, { path: '/monitor_manage/monitor', drone, name: 'ลงจอดตรงนี้' })
  await visitor.page
    .locator('section[data-over=true]')
    .getByText('อยู่บนพื้น', { exact: true })
    .waitFor({ timeout: 180_000 })
  await device.takeOff()
  flight = fly(device, 30)
  // The hover is sent without a countdown.
  const path = '/business_manage/flight-control'
  await commandFromRow(visitor, { path, drone, name: 'ลอยอยู่กับที่' })
  await flight.over()
  await device.land()
  await device.end()
})

test('the header fits where an account has every control', async () => {
  for (const width of [320, 375]) {
    const visitor = await visit({ ...telephone, width, maps: false })
    await openAs(visitor, '13800000003', '/institution_manage/account-detail')
    await settled(visitor)
    const person = await visitor.page.locator('header').getByLabel('Signed-in user').boundingBox()
    expect(person!.x + person!.width).toBeLessThanOrEqual(width)
  }
})

test('lists are rows of two lines, chosen by a long press', async () => {
  const visitor = await visit({ ...telephone, maps: false })
  const { page } = visitor
  await openAs(visitor, '13800000004', '/business_manage/drone-list')
  const rows = page.locator('li[data-row]')
  await rows.first().waitFor()
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().height),
  )
  expect(boxes.length).toBeGreaterThan(5)
  expect(Math.min(...boxes)).toBeGreaterThanOrEqual(44)
  expect(Math.max(...boxes)).toBeLessThan(100)

  await rows.first().click({ delay: 800 })
  await page.getByText('1 row selected').waitFor()
  await rows.nth(1).click()
  await page.getByText('2 rows selected').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await rows.first().click()
  await page.getByRole('dialog').waitFor()
})

test('the console installs, and shows its data without a connection', async () => {
  const visitor = await visit({ ...telephone, maps: false, worker: true })
  const { page, takeTroubles } = visitor
  await page.goto('/login')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // The page of a test is a private one; nothing else prevents the installation.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data!)).toMatchObject({ name: 'Swath', display: 'standalone', start_url: '/' })

  await signIn(visitor, '13800000004')
  await settled(visitor)
  await openScreen(visitor, '/business_manage/drone-list')
  const first = page.locator('li[data-row]').first()
  await first.waitFor()
  const name = (await first.locator('span').first().innerText()).trim()
  await page.waitForFunction(() => localStorage.getItem('lastSeen') !== null)
  await page.context().setOffline(true)
  await page.reload().catch(() => undefined)
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.getByText(name, { exact: true }).waitFor()
  await page.getByText(/^As of .+ Not live: drones may have moved\.$/).waitFor()
  takeTroubles() // requests that failed offline
  await page.context().setOffline(false)
  await first.waitFor() // it returns automatically

  await page.locator('header').first().locator('button').last().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('lastSeen'))).toBeNull()
  takeTroubles()
})
