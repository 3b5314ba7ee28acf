// A drone that measures the weather sprays in wind beyond the limit: an alarm is on the desk, and
// the flight shows the wind and Delta T that spray rules require.
import { expect, test } from 'vitest'
import { openAs, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice } from './device.ts'
import { layField } from './flown-field.ts'

const phone = '13800000004'
type Alarm = { anomalyId: string; oddType: number; sortieId: string }

test('sprayed in wind: an alarm with the measurements, and Delta T with the flight', async () => {
  const calls = await callsAs(phone)
  const droneId = freshSerial('WIND')
  const device = await connectDevice(await newDrone(calls, droneId, `Windy ${droneId}`))
  try {
    await device.fly(layField([114.6312, 35.4623], 100, 3).fly([0, 1, 2]), {
      wind: 9.4,
      windFrom: 270,
      temperature: 30,
      humidity: 40,
    })
  } finally {
    await device.end()
  }
  const find = async (): Promise<Alarm[]> =>
    (await calls.get<{ items: Alarm[] }>(`/api/bulletin/alarms?drone=${droneId}&state=all`)).items
  await expect.poll(async () => (await find()).length).toBe(1)
  const [alarm] = await find()
  expect(alarm).toMatchObject({ oddType: 4 })

  const visitor = await visit({ width: 1440, height: 900 })
  const { page } = visitor
  await openAs(
    visitor,
    phone,
    `/bulletin_manage/bulletin-list/alarms?state=all&open=${alarm!.anomalyId}`,
  )
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Sprayed in bad weather').first().waitFor()
  await drawer.getByText(/9\.4/).first().waitFor()

  await page.goto(
    `/business_manage/drone-list/${droneId}/history?tracks=${alarm!.sortieId}&sortie=${alarm!.sortieId}`,
  )
  const weather = page.locator('section', {
    has: page.getByRole('heading', { name: 'Weather while spraying' }),
  })
  const line = (label: string) =>
    weather.locator('dl > div', { hasText: label }).last().locator('dd')
  await line('Wind').waitFor()
  expect(await line('Wind').innerText()).toContain('9.4')
  // 30 °C at 40 %: tables have a wet bulb of 20.1 °C, and the formula is accurate to 1 °C.
  const deltaT = Number(/[\d.]+/.exec(await line('Delta T').innerText())![0])
  expect(Math.abs(deltaT - 9.9)).toBeLessThan(1)
})
