// A tenant requests a recharge, its lessor confirms it, both read it; from a line of a bill to the
// flight with its track and its raw messages, and to the statement of its month.
import { expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs } from './calls.ts'
import { gateway, sharedProgram } from './running-program.ts'

const bills = '/leasing_business/bill-list'
const lessor = '13800000003'
const tenant = '13800000009'
type Client = { clientId: string; clientName: string }
type Balances = { items: Client[] }
type Bills = {
  stats: {
    turnover: { currency: string; credit: number; debit: number }[]
    held: { currency: string; prepaid: number; owed: number }[]
  }
}

const readClient = async (): Promise<Client> => {
  const { items } = await (await callsAs(tenant)).get<Balances>('/api/rental/rental/balances')
  return items[0]!
}

/** In fen, of the prepaid accounts of the tenant; its drones fly and are charged meanwhile. */
const readMoney = async (kind = ''): Promise<{ moved: number; held: number }> => {
  const { stats } = await (
    await callsAs(tenant)
  ).get<Bills>(`/api/rental/rental/bills?account=prepaid${kind}`)
  const moved = stats.turnover.find(({ currency }) => currency === 'CNY')
  const held = stats.held.find(({ currency }) => currency === 'CNY')
  return {
    moved: (moved?.credit ?? 0) - (moved?.debit ?? 0),
    held: (held?.prepaid ?? 0) - (held?.owed ?? 0),
  }
}

test('recharge: requested on a telephone, confirmed at a desk, counted once', async () => {
  const before = await readMoney('&kind=recharge')
  const phone = await visit({ width: 375, height: 740, maps: false })
  await openAs(phone, tenant, `${bills}/recharges`)
  await settled(phone)
  await phone.page.getByRole('button', { name: 'Request recharge' }).click()
  const form = phone.page.getByRole('dialog', { name: 'Request recharge' })
  await form.getByRole('combobox', { name: 'Client' }).click()
  await phone.page.locator('.ant-select-item-option').first().click()
  await form.getByLabel('Amount').fill('1234.50')
  await form.getByRole('button', { name: 'Request recharge' }).click()
  await phone.page.getByRole('img', { name: 'QR code that opens this recharge' }).waitFor()
  const address = new URL(phone.page.url())

  const desk = await visit({ width: 1440, height: 900, maps: false })
  await openAs(desk, lessor, `${address.pathname}${address.search}`)
  await settled(desk)
  await desk.page.getByRole('button', { name: 'Confirm payment' }).click()
  await desk.page.locator('.ant-modal-confirm .ant-btn-primary').click()
  await desk.page.getByText(/R\w+ paid/).waitFor()
  expect((await readMoney('&kind=recharge')).moved - before.moved).toBe(123_450)
  // The balance is the sum of all lines.
  await expect
    .poll(async () => {
      const { moved, held } = await readMoney()
      return held - moved
    })
    .toBe(0)
})

test('recharge by the gateway, whose callback comes three times, is counted once', async () => {
  if (gateway === null) throw new Error('This journey needs the program that the run starts itself')
  const calls = await callsAs(tenant)
  const asked = await calls.post<{ rechargeId: string }>('/api/rental/rental/recharges', {
    clientId: (await readClient()).clientId,
    amount: 80_000,
  })
  const before = await readMoney('&kind=recharge')
  const phone = await visit({ width: 375, height: 740, maps: false })
  const { page } = phone
  await openAs(phone, tenant, `${bills}/recharges?open=${asked.rechargeId}`)
  await settled(phone)
  await page.getByRole('button', { name: 'WeChat Pay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment' })
  await dialog.getByRole('button', { name: 'WeChat Pay' }).click()
  await dialog.getByRole('img', { name: /WeChat/ }).waitFor()
  const number = /SP\w+/.exec(await dialog.innerText())![0]
  const tell = encodeURIComponent(`${sharedProgram.address}/api/payments/wechat/notify`)
  expect((await fetch(`${gateway}/cashier/${number}?tell=${tell}`)).status).toBe(204)
  await dialog.getByText('Payment received').waitFor()
  expect((await readMoney('&kind=recharge')).moved - before.moved).toBe(80_000)
})

test('from a line of a bill to the flight, its track, and the statement of the month', async () => {
  const { clientId, clientName } = await readClient()
  const visitor = await visit({ width: 1440, height: 900, maps: false })
  const { page } = visitor
  // flights of other clients arrive meanwhile
  await openAs(visitor, lessor, `${bills}?kind=sortie&clientName=${encodeURIComponent(clientName)}`)
  await settled(visitor)
  await page.locator('tr.ant-table-row').first().click()
  const details = page.getByRole('dialog')
  await details.getByText('Calculation').waitFor()
  await details.getByRole('link', { name: 'Statement' }).click()
  await page.getByRole('heading', { name: /^Statement/ }).waitFor()
  expect(page.url()).toContain(`${bills}/statement/${clientId}`)
  await page.goBack()
  await page.getByRole('dialog').getByRole('link', { name: 'Flight and track' }).click()
  await page.waitForURL('**/history?tracks=*')
  // A line, its flight, its messages: three presses lead to the evidence of a bill.
  await page.getByRole('button', { name: 'Raw messages and integrity' }).click()
  await page.waitForURL('**/messages?sortie=*')
  await page.getByRole('heading', { name: /^Raw messages of / }).waitFor()
  await page.getByRole('region', { name: 'Work record' }).getByText('Intact').waitFor()
  await page.goto('/leasing_business/work-record')
  await settled(visitor)
  await expect.poll(() => page.locator('tr.ant-table-row').count()).toBeGreaterThan(0)
})
