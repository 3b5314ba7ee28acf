// The code on a shared drone, with one thumb and in Thai: scanned, signed in, taken over, flown,
// charged at the landing, returned.
import { beforeAll, expect, test } from 'vitest'
import { settled, signIn, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice, flyPass, type Device } from './device.ts'

const droneId = freshSerial('SHARE')
let device: Device
let token: string

beforeAll(async () => {
  const lessor = await callsAs('13800000003')
  device = await connectDevice(await newDrone(lessor, droneId))
  const { shareToken } = await lessor.post<{ shareToken: string }>('/api/rental/rental/add', {
    droneId,
    clientId: null,
    rentalModel: 5,
    chargeBy: 'mu',
    currency: 'CNY',
    muUnitPrice: 600,
    durationPrice: 40_000,
  })
  token = shareToken
  return () => device.end()
})

test('scan → sign in → take over → fly → charge → give back', async () => {
  const visitor = await visit({ width: 375, height: 740, maps: false, locale: 'th-TH' })
  const { page } = visitor
  const link = `/leasing_business/shared-drone/${token}`
  // Signed out: the link leads to the sign-in page, and from there to the scanned page.
  await page.goto(link)
  await page.waitForURL('**/login')
  await signIn(visitor, '13800000009')
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(link)
  await settled(visitor)
  await page.getByText('¥6.00').first().waitFor()
  await page.getByRole('button', { name: 'รับโดรนไปใช้' }).click()
  await page.getByText('คุณใช้อยู่').waitFor()

  await device.takeOff()
  await flyPass(device)
  // In the air it cannot be returned.
  const giveBack = page.getByRole('button', { name: 'คืนโดรน' })
  await page.getByText('กำลังบิน').first().waitFor()
  expect(await giveBack.isDisabled()).toBe(true)
  await device.land()
  const charge = page.getByRole('list').getByText(/¥\d/).first()
  await charge.waitFor()
  const amount = Number((await charge.innerText()).replace(/[^\d.]/g, ''))
  expect(amount).toBeGreaterThan(0)

  await giveBack.click()
  await page.getByRole('button', { name: 'รับโดรนไปใช้' }).waitFor()
})
