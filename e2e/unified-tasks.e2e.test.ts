// A campaign from the invitation of an operator to the sheet that both sides sign.
import { beforeEach, describe, expect, test } from 'vitest'
import { violationsIn } from './axe.ts'
import { openAs, settled, visit, type DemoPhone, type Visitor } from './browser.ts'
import { callsAs, freshMark, freshSerial, newDrone } from './calls.ts'
import { connectDevice, type Step } from './device.ts'

const list = '/business_manage/unified-task-list'
const authority: DemoPhone = '13800000002'
const cooperative: DemoPhone = '13800000004'
const cooperativeName = '滑县丰源植保专业合作社'
/** Unique in this run: the program may be used by several. */
let run: string
beforeEach(() => {
  run = freshMark()
})

const enter = async (phone: DemoPhone, path: string, look: object = {}): Promise<Visitor> => {
  const visitor = await visit({ width: 1280, height: 800, maps: false, ...look })
  await openAs(visitor, phone, path)
  await settled(visitor)
  return visitor
}

const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Open, and offered to the cooperative. */
const offerTask = async (tftzName: string): Promise<string> => {
  const calls = await callsAs(authority)
  const { tftzId } = await calls.post<{ tftzId: string }>('/api/tftz', {
    tftzName,
    region: '156410526',
    startDate: dayFromNow(-2),
    endDate: dayFromNow(5),
    targetArea: 100,
  })
  const { items } = await calls.get<{ items: { accountId: string; accountName: string }[] }>(
    `/api/tftz/operators/choices?accountName=${encodeURIComponent(cooperativeName)}`,
  )
  await calls.post(`/api/tftz/${tftzId}/operators`, {
    accountIds: items.map(({ accountId }) => accountId),
  })
  await calls.put(`/api/tftz/${tftzId}/state`, { opr: 'open' })
  return tftzId
}

/** Eastward at 5 m/s over a field of the county. */
const overField: readonly Step[] = Array.from({ length: 40 }, (_, i) => ({
  at: [114.52 + (i * 5) / 90_500, 35.57],
  pump: i > 2 && i < 38,
}))

describe('a unified task', () => {
  test('is accepted, flown, viewed, closed and signed', async () => {
    const name = `Aphids ${run}`
    const tftzId = await offerTask(name)
    const credentials = await newDrone(await callsAs(cooperative), freshSerial('TASK'))

    const { page } = await enter(cooperative, `${list}?open=${tftzId}`)
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('dialog').getByText('Accepted').first().waitFor()
    await page.goto(`${list}/${tftzId}/drone-list`)
    await page.getByRole('button', { name: 'Add drones' }).first().click()
    const form = page.getByRole('dialog', { name: new RegExp(name) })
    await form.getByRole('combobox', { name: 'Drones' }).click()
    await page.keyboard.type(credentials.username)
    await page.locator('.ant-select-item-option', { hasText: credentials.username }).click()
    await form.getByRole('button', { name: 'Add drones' }).click()
    await page.getByRole('row', { name: new RegExp(credentials.username) }).waitFor()

    const device = await connectDevice(credentials)
    await device.fly(overField)
    await device.end()

    const looks = await enter(authority, `${list}/${tftzId}/sorties`)
    await expect
      .poll(
        async () => {
          await looks.page.reload()
          await settled(looks)
          return looks.page.getByRole('row', { name: new RegExp(cooperativeName) }).count()
        },
        { timeout: 120_000, interval: 1_000 },
      )
      .toBe(1)
    expect(await violationsIn(looks)).toEqual([])

    await looks.page.goto(`${list}/${tftzId}/chart`)
    await looks.page.getByRole('list', { name: 'By operator' }).getByText(cooperativeName).waitFor()
    expect(await violationsIn(looks)).toEqual([])

    await looks.page.goto(`${list}?open=${tftzId}`)
    await looks.page.getByRole('button', { name: 'Close task' }).click()
    await looks.page
      .getByRole('dialog', { name: /^Permanently close/ })
      .getByRole('button', { name: 'Close task' })
      .click()
    await looks.page.getByText(`${name} closed`).waitFor()
    await looks.page.goto(`${list}/${tftzId}/report`)
    await looks.page.getByText(/^[0-9a-f]{64}$/).waitFor()
    await looks.page.getByText('For the operator').waitFor()
    expect(await violationsIn(looks)).toEqual([])
  })

  test('the demonstration has them in every state, also on a telephone', async () => {
    const looks = await enter(authority, list, { width: 375, height: 740 })
    for (const state of ['Draft', 'In progress', 'Closed'])
      await looks.page.getByText(state, { exact: true }).first().waitFor()
    expect(await violationsIn(looks)).toEqual([])
  })
})
