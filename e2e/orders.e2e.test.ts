// A service is ordered, paid by transfer, confirmed by the payee, put on an invoice and issued.
import { expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'

const orderPath = '/institution_manage/order-list'
const invoicePath = '/institution_manage/invoice-list'
const buyer = '13800000004'
const platform = '13800000001'

test.each([
  ['a desk', 1440, 900],
  ['a telephone', 375, 740],
])('order → payment → invoice → issued, on %s', async (_on, width, height) => {
  const calls = await callsAs(buyer)
  const droneId = freshSerial('ORDER')
  await newDrone(calls, droneId, `Ordered ${droneId}`)

  const visitor = await visit({ width, height, maps: false })
  const { page } = visitor
  await openAs(visitor, buyer, orderPath)
  await settled(visitor)
  await page.getByRole('button', { name: 'Order a service' }).first().click()
  const form = page.getByRole('dialog', { name: 'Order a service' })
  await form.getByLabel('Service year').click()
  await page.locator('.ant-select-item-option').first().click()
  await form.getByRole('combobox', { name: 'Select drones for the service' }).fill(droneId)
  await page.locator('.ant-select-item-option', { hasText: droneId }).click()
  await page.keyboard.press('Escape')
  await form.getByText('CN¥300.00 a year × 1').waitFor()
  await form.getByRole('button', { name: 'Order a service' }).click()

  const payment = page.getByRole('dialog', { name: 'Payment' })
  await payment.getByRole('button', { name: 'Bank transfer' }).click()
  await payment.getByRole('img', { name: 'QR code of the bill' }).waitFor()
  const bill = await payment.getByRole('link', { name: 'Printable bill' }).getAttribute('href')
  // The payee sees the money on their bank account.
  const paymentId = bill!.split('/').at(-1)!
  const theirs = await callsAs(platform)
  await theirs.put(`/api/payments/${paymentId}/confirm`, undefined)
  await payment.getByText('Payment received').waitFor()
  await payment.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(`${orderPath}?drone=${droneId}`)
  await settled(visitor)
  await page.locator('tr.ant-table-row, li[data-row]').first().click()
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Request invoice' }).click()
  await page
    .getByRole('dialog', { name: /Request an invoice of/ })
    .getByRole('button', { name: 'Request invoice' })
    .click()
  await details.getByRole('link', { name: 'Open invoice' }).click()
  await page.waitForURL(`**${invoicePath}**`)
  const ticketId = new URL(page.url()).searchParams.get('open')!
  await page.getByRole('dialog').getByText('Requested').first().waitFor()

  const invoiceNo = `E2E${Date.now()}`
  await theirs.put(`/api/order/manage/invoices/${ticketId}/status`, { status: 'issued', invoiceNo })
  await page.goto(`${invoicePath}/${ticketId}/print`)
  await page.getByText(invoiceNo).waitFor()
  await expect.poll(() => page.getByText('CN¥300.00').count()).toBeGreaterThan(0)
  await settled(visitor)
})
