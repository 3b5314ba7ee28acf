// A receiver is bound and renewed; a list of parts is uploaded and a drone's own battery is not on
// it; and a ground app reads its settings.
import { expect, test } from 'vitest'
import { openAs, settled, visit, type Visitor } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice } from './device.ts'
import { sharedProgram } from './running-program.ts'

const phone = '13800000003'
const business = '/business_manage'
const row = 'tr.ant-table-row, li[data-row]'

const begin = async (width: number, height: number, path: string): Promise<Visitor> => {
  const visitor = await visit({ width, height, maps: false })
  await openAs(visitor, phone, `${business}/${path}`)
  await settled(visitor)
  return visitor
}

test.each([
  ['a desk', 1440, 900],
  ['a telephone', 375, 740],
])('receiver → bind → renew, on %s', async (_on, width, height) => {
  const visitor = await begin(width, height, 'rtk-list')
  const { page } = visitor
  const devId = freshSerial('RX')
  await page.getByRole('button', { name: 'Add a receiver' }).click()
  const form = page.getByRole('dialog', { name: 'Add a receiver' })
  await form.getByLabel('Receiver').fill(devId)
  await form.getByRole('button', { name: 'Add a receiver' }).click()
  await page.getByText(`${devId} added`).waitFor()

  await page.goto(`${business}/rtk-list?devId=${devId}`)
  await settled(visitor)
  await page.locator(row).first().click()
  await page.getByRole('button', { name: 'Bind', exact: true }).click()
  const binding = page.getByRole('dialog', { name: `Bind ${devId}` })
  await binding.getByLabel('Service key (DSK)').fill(`KEY-${devId}`)
  await binding.getByRole('button', { name: 'Bind', exact: true }).click()
  await page.getByText(`${devId} bound`).waitFor()

  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  const renewal = page.getByRole('dialog', { name: `Renew ${devId}` })
  await renewal.getByLabel('Days').fill('10')
  const until = await renewal.getByText(/^Until /).innerText()
  await renewal.getByRole('button', { name: 'Renew', exact: true }).click()
  await page.getByText(`${devId} renewed until ${until.replace('Until ', '')}`).waitFor()
  await page.getByText('Expires soon').first().waitFor()
})

test('a list of parts from a file, and a battery that is not on it', async () => {
  const calls = await callsAs(phone)
  const droneId = freshSerial('GEAR')
  const device = await connectDevice(await newDrone(calls, droneId, `Gear ${droneId}`))
  const [good, strange] = [`${droneId}-RADAR`, `${droneId}-OTHER`]
  await device.say({
    parts: [
      { type: 'radar', hwId: good },
      { type: 'radar', hwId: strange },
    ],
  })
  const visitor = await begin(1440, 900, 'accessory-white-list')
  const { page } = visitor
  await page.getByRole('button', { name: 'Upload a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a file' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({
      name: 'parts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`type,hwId\nradar,${good.toLowerCase()}\nwing,${good}\n`),
    })
  await dialog.getByText('1 row has an error; valid: 1').waitFor()
  await dialog.getByText('Unknown part type').waitFor()
  await dialog.getByRole('button', { name: 'Add 1' }).click()
  await page.getByText('1 part added to the list').waitFor()

  // The report is processed within seconds; the list is compared with it in either order.
  await expect
    .poll(async () =>
      (
        await calls.get<{ items: { hwId: string }[] }>(
          `/api/accessory/alarms?droneId=${droneId}&state=open`,
        )
      ).items.map(({ hwId }) => hwId),
    )
    .toEqual([strange])
  await page.goto(`${business}/accessory-white-list/alarms?droneId=${droneId}`)
  await settled(visitor)
  await page.locator(row).filter({ hasText: strange }).click()
  await page.getByRole('button', { name: 'Allow here' }).click()
  const step = page.getByRole('dialog', { name: `Allow ${strange} in Gear ${droneId}` })
  await step.getByLabel('Reason').fill('On trial')
  await step.getByRole('button', { name: 'Allow here' }).click()
  await page.getByText(`${strange} allowed in this drone`).waitFor()
  await page.goto(`${business}/drone-list/${droneId}`)
  await settled(visitor)
  await page.locator('#parts').getByText('Allowed here').waitFor()
  await device.end()
})

test('a ground app reads the settings made in the console', async () => {
  const { address } = sharedProgram
  const calls = await callsAs(phone)
  const droneId = freshSerial('GS')
  const { username, password } = await newDrone(calls, droneId)
  const visitor = await begin(375, 740, 'ground-station-config')
  const { page } = visitor
  const homePage = `https://ground.example/${droneId}`
  await page.getByLabel('Home page').fill('ground.example')
  await page.getByLabel('Server').fill('gs.example:8443')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.ant-form-item-explain-error').first().waitFor()
  await page.getByLabel('Home page').fill(homePage)
  await page
    .getByRole('region', { name: 'Preview' })
    .getByText(`ground.example/${droneId}`)
    .waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Ground apps use it from their next start').waitFor()
  const reply = await fetch(`${address}/api/device/ground-station-config`, {
    headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
  })
  expect(await reply.json()).toMatchObject({ homePageUrl: homePage, servAddr: 'gs.example:8443' })
})
