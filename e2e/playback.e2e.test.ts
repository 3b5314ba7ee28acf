// Three drones of one day on one clock: chosen, played, led to an alarm, and found again at the
// same moment by a link.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openAs, settled, visit, type Visitor } from './browser.ts'
import { callsAs, type Calls } from './calls.ts'

const phone = '13800000004'
const dayMs = 86_400_000

type Flown = { droneId: string; droneName: string; sortieCount: number; alarmCount: number }
type Alarm = { recordTime: string }

/** Midnight in Shanghai, the zone of this journey's people, some days ago. */
const midnight = (daysAgo: number): number =>
  Math.floor((Date.now() + 8 * 3_600_000) / dayMs - daysAgo) * dayMs - 8 * 3_600_000
const iso = (ms: number): string => new Date(ms).toISOString()
const formatClock = (time: string): string =>
  new Date(Date.parse(time) + 8 * 3_600_000).toISOString().slice(11, 19)

/**
 * The newest whole day on which three drones flew and one of them raised an alarm, that one first.
 */
const eventfulDay = async (
  calls: Calls,
): Promise<{ startTime: string; endTime: string; drones: Flown[] }> => {
  for (let daysAgo = 1; daysAgo < 60; daysAgo++) {
    const span = { startTime: iso(midnight(daysAgo)), endTime: iso(midnight(daysAgo - 1)) }
    const { items } = await calls.get<{ items: Flown[] }>(
      `/api/oper/drones-sorties/drones?${new URLSearchParams({ ...span, pageSize: '100' }).toString()}`,
    )
    const drones = items.toSorted((a, b) => b.alarmCount - a.alarmCount).slice(0, 3)
    if (drones.length === 3 && drones[0]!.alarmCount > 0) return { ...span, drones }
  }
  throw new Error('Within two months no day had three drones and an alarm')
}

const clock = ({ page }: Visitor): Promise<string> =>
  page
    .locator('section b')
    .filter({ hasText: /^\d\d:\d\d:\d\d$/ })
    .innerText()
/** Frames are drawn by the processor, which others may be using. */
const isReady = ({ page }: Visitor): Promise<unknown> =>
  page.waitForFunction(
    () => (document.querySelector('[data-figure=allArea]')?.textContent ?? '') !== '',
  )

test('three drones on one clock, to an alarm, and by a link to the same moment', async () => {
  const calls = await callsAs(phone)
  const { drones, startTime, endTime } = await eventfulDay(calls)
  const { drones: played } = await calls.post<{ drones: { alarms: Alarm[] }[] }>(
    '/api/oper/drones/playback',
    { droneIds: drones.map(({ droneId }) => droneId), startTime, endTime },
  )
  const alarmTime = played
    .flatMap(({ alarms }) => alarms.map(({ recordTime }) => recordTime))
    .toSorted()[0]!

  const visitor = await visit({ width: 1440, height: 900, motion: true })
  const { page } = visitor
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(visitor, phone, '/workbench')
  await settled(visitor)

  // From the menu to everyone's flights, and from there to playback.
  await page.goto('/business_manage/drone-list')
  await page.getByRole('link', { name: 'Flights', exact: true }).click()
  await page.waitForURL('**/drone-list/flights')
  await page.locator('tr.ant-table-row').first().waitFor()
  await page.getByRole('button', { name: 'Playback', exact: true }).click()
  await page.waitForURL('**/drone-list/playback')

  // The day by its address, the drones by hand.
  await page.goto(
    `/business_manage/drone-list/playback?${new URLSearchParams({ startTime, endTime }).toString()}`,
  )
  for (const { droneName } of drones)
    await page.locator('li', { hasText: droneName }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Play 3 drones' }).click()
  await isReady(visitor)
  await expect.poll(() => page.locator('[data-drone]').count()).toBe(3)

  // An alarm of the list sets the clock to its moment and brings its place into view.
  await page
    .getByRole('region', { name: 'Alarms in this period' })
    .getByRole('button')
    .first()
    .click()
  await expect.poll(() => clock(visitor)).toBe(formatClock(alarmTime))

  // By keyboard: five seconds forward, and played until paused.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => clock(visitor)).toBe(formatClock(iso(Date.parse(alarmTime) + 5_000)))
  await page.keyboard.press(' ')
  await expect.poll(() => clock(visitor)).not.toBe(formatClock(iso(Date.parse(alarmTime) + 5_000)))
  await page.keyboard.press(' ')
  await sleep(600)
  const [moment, area] = [
    await clock(visitor),
    await page.locator('[data-figure=allArea]').innerText(),
  ]

  await page.getByRole('button', { name: 'Copy a link to this moment' }).click()
  await page.getByRole('button', { name: 'Link copied' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await page.context().newPage()
  await other.goto(link)
  await isReady({ ...visitor, page: other })
  expect([
    await clock({ ...visitor, page: other }),
    await other.locator('[data-figure=allArea]').innerText(),
    await other.locator('[data-drone]').count(),
  ]).toEqual([moment, area, 3])
  await other.close()
})
