// A client is registered, activated by its code, signs with its lessor, leases a drone, flies it,
// pays for that and returns it: both sides in a browser.
import { beforeAll, expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import {
  callsAs,
  chooseDemoPassword,
  freshPhone,
  freshSerial,
  newDrone,
  temporaryPassword,
} from './calls.ts'
import { connectDevice, flyPass, type Device } from './device.ts'
import { fixedCode } from './program.ts'

const clientName = `Green Fields ${Date.now().toString(36)}`
const phone = freshPhone()
const droneId = freshSerial('LEASE')
let device: Device

beforeAll(async () => {
  const platform = await callsAs('13800000001')
  await platform.post('/api/user/account/manage', {
    accountType: 4,
    operatorType: '1',
    accountName: clientName,
    regionCode: '156330521',
    contactName: 'Lin Mei',
    adminName: 'Lin Mei',
    adminPhone: `+86-${phone}`,
    password: temporaryPassword,
  })
  await chooseDemoPassword(phone)
  device = await connectDevice(await newDrone(await callsAs('13800000003'), droneId))
  return () => device.end()
})

test('client → activation → contract → lease → flight → deduction → statement → return', async () => {
  const lessor = await visit({ width: 1440, height: 900, maps: false })
  const { page } = lessor
  await openAs(lessor, '13800000003', '/leasing_business/client-list')
  await settled(lessor)
  await page.getByRole('button', { name: 'Add client' }).click()
  const form = page.getByRole('dialog', { name: 'Add client' })
  await form.getByLabel('Client', { exact: true }).fill(clientName)
  await form.getByLabel('Price per mu').fill('3.5')
  await form.getByLabel('Price per hour').fill('280')
  await form.getByRole('button', { name: 'Add client' }).click()
  const details = page.getByRole('dialog', { name: clientName })
  await details.getByRole('button', { name: 'Create activation code' }).click()
  const reveal = page.getByRole('dialog', { name: `Code for ${clientName}` })
  await reveal.getByRole('img', { name: 'QR code for activation' }).waitFor()
  const code = (await reveal.innerText()).match(/\b\w{4}-\w{4}-\w{4}\b/)![0]
  await reveal.getByRole('button', { name: 'I’ve saved it' }).click()

  const tenant = await visit({ width: 1440, height: 900, maps: false })
  const rented = tenant.page
  await openAs(tenant, phone, `/leasing_business/activation?code=${code}`)
  await settled(tenant)
  await rented.getByRole('button', { name: 'View offer' }).click()
  await rented.getByText('¥3.50').waitFor()
  await rented.getByRole('button', { name: 'Accept and activate' }).click()
  await rented.getByRole('button', { name: 'Go to my rentals' }).click()
  await rented.waitForURL('**/operator-data-stat')

  await page.reload()
  await settled(lessor)
  await page.getByRole('dialog').getByRole('button', { name: 'Create contract' }).click()
  await page.waitForURL('**/contract/*')
  const contract = new URL(page.url()).pathname
  for (const [visitor, state] of [
    [lessor, 'The lessor has signed'],
    [tenant, 'Signed'],
  ] as const) {
    await visitor.page.goto(contract)
    await settled(visitor)
    await visitor.page.getByRole('button', { name: 'Sign with a code' }).click()
    const sign = visitor.page.getByRole('dialog', { name: 'Sign' })
    await sign.getByLabel('Code').fill(fixedCode)
    await sign.getByRole('button', { name: 'Sign' }).click()
    await visitor.page.getByText(state, { exact: true }).first().waitFor()
  }
  await rented.getByRole('button', { name: 'Verify' }).click()
  await rented.getByText('Matches').waitFor()

  await page.goto('/leasing_business/lease-list')
  await settled(lessor)
  await page.getByRole('button', { name: 'Lease a drone' }).click()
  const lend = page.getByRole('dialog', { name: 'Lease a drone' })
  await lend.getByRole('combobox', { name: 'Drone' }).fill(droneId)
  await page.locator('.ant-select-item-option', { hasText: droneId }).click()
  await lend.getByRole('combobox', { name: 'Client' }).fill(clientName)
  await page.locator('.ant-select-item-option', { hasText: clientName }).click()
  expect(await lend.getByLabel('Price per mu').inputValue()).toBe('3.50')
  await lend.getByRole('button', { name: 'Lease a drone' }).click()
  const lease = page.getByRole('dialog', { name: droneId })
  await lease.getByText('Leased', { exact: true }).waitFor()

  await rented.goto('/leasing_business/operator-data-stat')
  await rented.getByText(droneId).first().waitFor()

  await device.takeOff()
  await flyPass(device)
  await device.land()
  const theirs = await callsAs(phone)
  await expect
    .poll(async () => (await theirs.get<{ total: number }>('/api/rental/rental/bills')).total)
    .toBe(1)
  await rented.goto('/leasing_business/bill-list')
  await settled(tenant)
  await rented.locator('tr.ant-table-row').click()
  const bill = rented.getByRole('dialog')
  await bill.getByText('Calculation').waitFor()
  const charged = await bill.innerText()
  await bill.getByRole('link', { name: 'Statement' }).click()
  await rented.getByRole('heading', { name: /^Statement/ }).waitFor()
  // Nothing was paid in advance: the line, and the balance after it.
  const line = rented.getByRole('row', { name: /^\d{4}.* Flight/ })
  const [amount, balance] = (await line.innerText()).match(/−?CN¥[\d.]+/g)!.slice(-2)
  expect(amount).toMatch(/^−/)
  expect(balance).toBe(amount)
  expect(charged).toContain(amount)

  await rented.goto('/leasing_business/operator-data-stat')
  await settled(tenant)
  await lease.getByRole('button', { name: 'Return' }).click()
  await page
    .getByRole('dialog', { name: `Return ${droneId}` })
    .getByRole('button', { name: 'Return', exact: true })
    .click()
  await page.getByText(`${droneId} returned`).waitFor()
  await rented.reload()
  await settled(tenant)
  await rented.getByText('You have no rented drones').waitFor()
})
