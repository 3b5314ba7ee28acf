// A flight over a plot: its record is assigned to the plot, the covered area is shown with the
// missed parts, and is in the report that is printed.
import { expect, test } from 'vitest'
import { openAs, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice } from './device.ts'
import { layField } from './flown-field.ts'

const phone = '13800000004'
type Plot = { blockId: string }
type Sprayings = { items: { droneId: string; outsideRatio: number }[] }

test('a flight is found by its plot, shown as covered and missed ground, and printed', async () => {
  const name = `Sprayed ${freshSerial('S')}`
  const calls = await callsAs(phone)
  const field = layField([114.6112, 35.4823], 100, 6)
  const { blockId } = await calls.post<Plot>('/api/oper/blocks', {
    blockName: name,
    parts: [[field.ring]],
    acceptsOverlap: true,
  })
  const device = await connectDevice(await newDrone(calls, freshSerial('SPRAY'), name))
  try {
    // Five of six swaths, without the fourth from the south.
    await device.fly(field.fly([0, 1, 2, 4, 5]))
  } finally {
    await device.end()
  }
  const find = async (): Promise<Sprayings['items']> =>
    (await calls.get<Sprayings>(`/api/oper/blocks/${blockId}/sprayings`)).items
  await expect.poll(async () => (await find()).length).toBe(1)
  expect((await find())[0]).toMatchObject({ droneId: device.droneId })

  const visitor = await visit({ width: 1440, height: 900 })
  const { page } = visitor
  await openAs(
    visitor,
    phone,
    `/business_manage/block-list?search=${encodeURIComponent(name)}&open=${blockId}`,
  )
  const detail = page.getByRole('dialog')
  const figure = (kind: string) =>
    detail.locator('dl > div', { has: page.locator(`[data-ground=${kind}]`) }).locator('small')
  await figure('covered').waitFor()
  const share = async (kind: string): Promise<number> =>
    Number(/([\d.]+)/.exec(await figure(kind).innerText())![1])
  expect(Math.abs((await share('covered')) - 500 / 6)).toBeLessThan(1)
  expect(Math.abs((await share('missed')) - 100 / 6)).toBeLessThan(1)
  await detail.getByText(name).last().waitFor()

  await detail.getByRole('link', { name: 'Print plot report' }).click()
  await page.waitForURL(`**/${blockId}/report?**`)
  await page.getByRole('heading', { name: `Plot work report ${name}` }).waitFor()
  await page
    .getByRole('img', { name: /north up/ })
    .first()
    .waitFor()
  await page.getByText(/^Missed \(1\d/).waitFor()
})
