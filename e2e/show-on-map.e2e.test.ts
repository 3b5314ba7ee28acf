// From an alarm to its drone on the monitor's map, with its card open: one press, from every place
// that shows an alarm, on a desk and on a telephone. For an alarm that was raised a moment earlier,
// and for the list next to the map: no-fly-zone.e2e.test.ts.
import { expect, test } from 'vitest'
import { openAs, settled, visit, type Visitor } from './browser.ts'
import { callsAs } from './calls.ts'

type Alarm = { anomalyId: string; droneId: string; sortieId: string; noflyName: string | null }

/** Length of the map's scale, metres. */
const scaleM = ({ page }: Visitor): Promise<number> =>
  page.evaluate(() => {
    const text = document.querySelector('.maplibregl-ctrl-scale')?.textContent ?? ''
    const [, figure, unit] = /([\d.]+)\s*(k?m)$/.exec(text) ?? []
    return Number(figure) * (unit === 'km' ? 1000 : 1)
  })

/** The card is open with the alarm in it, and the map has zoomed in. */
const arrives = async (visitor: Visitor, { droneId, anomalyId, noflyName }: Alarm) => {
  const { page } = visitor
  await page.waitForURL((url) => url.href.includes(`drone=${droneId}&alarm=${anomalyId}`))
  const card = page.locator('section[data-side=right]')
  await card.getByText('Position', { exact: true }).waitFor()
  await card.getByText(droneId).first().waitFor()
  const heading = card.locator('h3').filter({ has: page.locator('time') })
  await expect.poll(() => heading.innerText()).toContain(noflyName ?? '')
  await expect.poll(() => scaleM(visitor)).toBeLessThanOrEqual(1_000)
}

test.each([
  ['a desk', 1440, 900],
  ['a telephone', 375, 740],
])('one press leads from an alarm to its drone on the map, on %s', async (_on, width, height) => {
  const calls = await callsAs('13800000004')
  const { items } = await calls.get<{ items: Alarm[] }>(
    '/api/bulletin/getOddBulletinList?state=unclosed',
  )
  const alarm = items[0]!
  const visitor = await visit({ width, height })
  const { page } = visitor
  await openAs(visitor, '13800000004', '/workbench')
  await settled(visitor)

  // The bell, from a page without a map.
  await page.goto('/institution_manage/account-detail')
  await settled(visitor)
  await page.getByRole('button', { name: /unresolved alarm/ }).click()
  const row = page.getByRole('dialog').getByRole('listitem').first()
  await row.getByRole('button', { name: 'Show on map' }).click()
  await arrives(visitor, alarm)

  // The drone's own page.
  await page.goto(`/business_manage/drone-list/${alarm.droneId}`)
  await settled(visitor)
  await page.locator(`#alarms a[href*="alarm=${alarm.anomalyId}"]`).click()
  await arrives(visitor, alarm)

  // The record of the flight.
  await page.goto(
    `/business_manage/drone-list/${alarm.droneId}/history?tracks=${alarm.sortieId}&sortie=${alarm.sortieId}`,
  )
  await settled(visitor)
  await page.locator(`a[href*="alarm=${alarm.anomalyId}"]`).first().click()
  await arrives(visitor, alarm)

  // A drone, from its drawer next to the list.
  await page.goto(`/business_manage/drone-list?open=${alarm.droneId}`)
  await settled(visitor)
  await page.getByRole('dialog').getByRole('link', { name: 'Show on map' }).click()
  await page.waitForURL(`**/monitor_manage/monitor?drone=${alarm.droneId}`)
  await page.locator('section[data-side=right]').getByText(alarm.droneId).first().waitFor()
})
