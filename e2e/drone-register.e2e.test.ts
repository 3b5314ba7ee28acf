// A maker registers two drones from a table, renames one, transfers it, and exports the list as a
// workbook that another program opens.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshSerial } from './calls.ts'

const listPath = '/business_manage/drone-list'
type Detail = {
  droneName: string
  yyAccountName: string | null
  owners: { yyAccountName: string | null; changedBy: string | null }[]
}

test('drones are imported, renamed, transferred and exported', async () => {
  const maker = await callsAs('13800000003')
  const models = await maker.get<{ items: { modelName: string }[] }>(
    '/api/drone/device/manage/flyModelList',
  )
  const mark = freshSerial('R')
  const [one, two] = [`${mark}-1`, `${mark}-2`]
  const visitor = await visit({ width: 1440, height: 900, maps: false })
  const { page } = visitor
  await openAs(visitor, '13800000003', listPath)
  await settled(visitor)

  await page.getByRole('button', { name: 'More registration options' }).click()
  await page.getByRole('menuitem', { name: 'Import from table' }).click()
  const dialog = page.getByRole('dialog')
  const table = `Serial number,Name,Model,Operator\n${one},Imported one,${models.items[0]!.modelName},滑县丰源植保专业合作社\n${two},Imported two,${models.items[0]!.modelName},\nbad id,Imported three,no such model,\n`
  await dialog
    .locator('input[type=file]')
    .setInputFiles({
      name: 'drones.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${table}`),
    })
  await dialog.getByText('Rows with errors: 1').waitFor()
  await dialog.getByText('Unknown model.').waitFor()
  await dialog.getByRole('button', { name: 'Register 2' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.goto(`${listPath}/${one}`)
  await page.getByRole('heading', { level: 1, name: 'Imported one' }).waitFor()
  await settled(visitor)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Renamed one')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Renamed one' }).waitFor()

  await page.getByRole('button', { name: 'Change owner' }).click()
  const handing = page.getByRole('dialog')
  await handing.getByLabel('New owner').fill('王建军')
  await page.locator('.ant-select-item-option', { hasText: '王建军' }).first().click()
  await handing.getByRole('button', { name: 'Transfer' }).click()
  await handing.waitFor({ state: 'hidden' })
  const owners = page.getByRole('region', { name: 'Owners' })
  await owners.getByText('王建军').waitFor()
  await owners.getByText('滑县丰源植保专业合作社').waitFor()
  await owners.getByText('Transferred by 郑海涛').waitFor()
  const detail = await maker.get<Detail>(`/api/drone/device/manage/getDroneDetail?droneId=${one}`)
  expect([detail.droneName, detail.yyAccountName]).toEqual(['Renamed one', '王建军'])
  expect(detail.owners.map(({ yyAccountName, changedBy }) => [yyAccountName, changedBy])).toEqual([
    ['王建军', null],
    ['滑县丰源植保专业合作社', '郑海涛'],
  ])

  await page.goto(`${listPath}?droneId=${mark}`)
  await page.locator('tr', { hasText: two }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('drones.xlsx')
  const [sheet] = await readWorkbook(Readable.from(await readFile(await download.path())))
  expect(sheet?.data.map((row) => row.slice(0, 5))).toEqual([
    ['Serial number', 'Name', 'Model', 'Manufacturer', 'Operator'],
    [one, 'Renamed one', models.items[0]!.modelName, '天翔农业装备有限公司', '王建军'],
    [two, 'Imported two', models.items[0]!.modelName, '天翔农业装备有限公司', null],
  ])
})
