// A maker's build from its upload to the drones: encrypted, signed, verified, and watched on its way.
import { beforeEach, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshMark } from './calls.ts'

const listPath = '/business_manage/firmware-list'
const phone = '13800000003'
let run: string
beforeEach(() => {
  run = freshMark()
})

test.each([
  ['a desk', 1440, 900],
  ['a telephone', 375, 740],
])('upload → encrypt → sign → verify → roll-out, on %s', async (_on, width, height) => {
  const visitor = await visit({ width, height, maps: false })
  const { page } = visitor
  await openAs(visitor, phone, listPath)
  await settled(visitor)

  const version = `9.${width}.${run}`
  await page.getByRole('button', { name: 'Upload a build' }).click()
  const form = page.getByRole('dialog', { name: 'Upload a build' })
  await form
    .getByTestId('file')
    .setInputFiles({
      name: 'build.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.alloc(300_000, 7),
    })
  await form.getByLabel('Version', { exact: true }).fill(version)
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText(`Version ${version} uploaded`).waitFor()

  await page.goto(`${listPath}?firmwareVersion=${version}`)
  await settled(visitor)
  await page.locator('tr.ant-table-row, li[data-row]').first().click()
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Encrypt' }).click()
  await details.getByRole('button', { name: 'Sign' }).click()
  const signing = page.getByRole('dialog', { name: `Sign version ${version}` })
  await signing.getByRole('button', { name: 'Sign' }).click()
  await page.getByText(`Version ${version} signed`).waitFor()
  await details.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Verification started').waitFor()

  await details.getByRole('button', { name: 'Roll out' }).click()
  const rollout = page.getByRole('dialog', { name: `Roll out version ${version}` })
  await rollout.getByText(/drones? selected|No matching drones/).waitFor()
  await rollout.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${listPath}/verify?filename=build.bin`)
  await settled(visitor)
  await page.getByText('Verified', { exact: true }).first().waitFor()

  await page.goto(`${listPath}/rollouts?state=running`)
  await settled(visitor)
  await page.locator('tr.ant-table-row, li[data-row]').first().click()
  await page.getByRole('dialog').getByText('Step 1: up to 10%').waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'Drone details' }).click()
  await page.getByRole('heading', { name: /^Drones of “/ }).waitFor()
  await page.locator('tr.ant-table-row, li[data-row]').first().waitFor()

  await page.goto(`${listPath}/keys`)
  await page.getByText('Active').first().waitFor()

  const calls = await callsAs(phone)
  const { items } = await calls.get<{ items: { firmwareId: string }[] }>(
    `/api/firmware/manage/getFirmwareList?firmwareVersion=${version}`,
  )
  await page.goto(`${listPath}?open=${items[0]!.firmwareId}`)
  await settled(visitor)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete version ${version}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText(`Version ${version} deleted`).waitFor()
})
