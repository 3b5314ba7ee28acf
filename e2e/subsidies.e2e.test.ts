// From a flight over a farmer's field to money for it: computed, objected to by the farmer, who is
// right, flown to the end, computed again, approved by another person, paid.
import { beforeEach, expect, test } from 'vitest'
import { openAs, settled, visit, type DemoPhone, type Visitor } from './browser.ts'
import { callsAs, freshMark, freshSerial, newDrone, type Calls } from './calls.ts'
import { connectDevice } from './device.ts'
import { layField } from './flown-field.ts'
import { flipLastByte } from './stored-track.queries.ts'
import { sharedProgram } from './running-program.ts'

const list = '/business_manage/subsidy-list'
const platform: DemoPhone = '13800000001'
const county: DemoPhone = '13800000002'
const cooperative: DemoPhone = '13800000004'
const farmer: DemoPhone = '13800000007'
let run: string
beforeEach(() => {
  run = freshMark()
})
const why = (): string => `The north was not sprayed (${run})`
/** On retry it uses a field next to the first one. */
let fields = 0

const enter = async (phone: DemoPhone, path: string): Promise<Visitor> => {
  const visitor = await visit({ width: 1280, height: 800, maps: false })
  await openAs(visitor, phone, path)
  await settled(visitor)
  return visitor
}

type Row = { subsidyId: string; ruleId: string; state: string; version: number }
type Rule = { ruleId: string; version: number; rules: { rates: unknown; seasons: object[] } }
type Line = { lineId: string; blockName: string; amountMinor: number }
type Objection = { objectionId: string; text: string }

const findProposed = async (calls: Calls): Promise<Row> =>
  (await calls.get<{ items: Row[] }>('/api/subsidy?state=proposed&region=156410526')).items[0]!

const readState = async (calls: Calls, subsidyId: string): Promise<string> =>
  (await calls.get<Row>(`/api/subsidy/${subsidyId}`)).state

/** Waits until the job has computed it from the stored data. */
const workedOut = (calls: Calls, subsidyId: string): Promise<void> =>
  expect
    .poll(() => readState(calls, subsidyId), { timeout: 180_000, interval: 500 })
    .toBe('proposed')
const correct = async (calls: Calls, subsidyId: string): Promise<void> => {
  await calls.put(`/api/subsidy/${subsidyId}/correction`, { text: `New flights ${run}` })
  await workedOut(calls, subsidyId)
}
/** Makes a separate proposal with its own time for objections. */
const proposeAnew = async (calls: Calls, { subsidyId, ruleId }: Row): Promise<string> => {
  await calls.delete(`/api/subsidy/${subsidyId}`)
  const made = await calls.post<Row>('/api/subsidy', { ruleId })
  await workedOut(calls, made.subsidyId)
  return made.subsidyId
}

/**
 * Without ceilings: other spraying must not use up the money for this field. With a season that
 * began yesterday: the flights of a whole year take long to measure.
 */
const setObjectionDays = async (calls: Calls, ruleId: string, days: number): Promise<void> => {
  const { rules } = await calls.get<Rule>(`/api/subsidy/rules/${ruleId}`)
  const fromDay = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await calls.put(`/api/subsidy/rules/${ruleId}`, {
    ...rules,
    seasons: rules.seasons.slice(-1).map((season) => ({ ...season, fromDay })),
    ceilings: {},
    objectionDays: days,
    note: `Run ${run}`,
  })
}

/**
 * Three presses lead from the payment to the messages behind it; one changed byte of them is
 * detected.
 */
const provesLine = async ({ page }: Visitor, lines: string): Promise<void> => {
  await page.goto(lines)
  // Rows without text are those of a list that loads.
  await page.locator('tr.ant-table-row', { hasText: 'Subsidy field' }).first().click()
  await page.getByRole('dialog').locator('a[href*="/history?tracks="]').first().click()
  await page.getByRole('button', { name: 'Raw messages and integrity' }).click()
  await page.waitForURL('**/messages?sortie=*')
  const points = page.getByRole('region', { name: 'Points' })
  await points.getByText('Intact').waitFor()
  await page.locator('tr.ant-table-row', { hasText: '"lng":114.7' }).first().waitFor()
  const { dataFolder } = sharedProgram
  if (dataFolder === '') return // a program on another machine, whose database cannot be opened
  const sortieId = new URL(page.url()).searchParams.get('sortie')!
  await flipLastByte(dataFolder, sortieId)
  await page.reload()
  await points.getByText('Modified').waitFor()
  await page.getByRole('region', { name: 'Work record' }).getByText('Intact').waitFor()
  await flipLastByte(dataFolder, sortieId)
  await page.reload()
  await points.getByText('Intact').waitFor()
}

test('a flight becomes a line, is objected to, decided, approved by somebody else and paid', async () => {
  const field = layField([114.7012, 35.5023 + 0.001 * fields++], 60, 4)
  const name = `Subsidy field ${run}`
  const owner = await callsAs(farmer)
  await owner.post('/api/oper/blocks', {
    blockName: name,
    regionCode: '156410526',
    parts: [[field.ring]],
    cropId: null,
  })
  const device = await connectDevice(
    await newDrone(await callsAs(cooperative), freshSerial('SUB'), `Subsidy ${run}`),
  )
  const fly = async (swaths: readonly number[], workNum: number): Promise<void> => {
    await device.fly(field.fly(swaths))
    await expect
      .poll(
        async () =>
          (
            await owner.get<{ items: { workNum: number }[] }>(
              `/api/oper/blocks?search=${encodeURIComponent(name)}`,
            )
          ).items[0]?.workNum,
        { timeout: 180_000, interval: 1_000 },
      )
      .toBe(workNum)
  }
  await fly([0, 1, 2], 1)

  const authority = await callsAs(county)
  const first = await findProposed(authority)
  const { subsidyId, ruleId } = first
  await setObjectionDays(authority, ruleId, 10)
  await correct(authority, subsidyId)
  const readAmount = async (id: string): Promise<number> => {
    const { items } = await owner.get<{ items: Line[] }>(
      `/api/subsidy/lines?subsidyId=${id}&blockName=${encodeURIComponent(name)}`,
    )
    return items[0]!.amountMinor
  }
  const amountMinor = await readAmount(subsidyId)
  expect(amountMinor).toBeGreaterThan(0)

  const reads = await enter(
    farmer,
    `/business_manage/block-list?search=${encodeURIComponent(name)}`,
  )
  await reads.page.getByRole('row', { name: new RegExp(name) }).click()
  // below the card of the latest round: the whole page of the plot, and in it the line
  await reads.page.getByRole('button', { name: 'Details' }).click()
  await reads.page.getByRole('button', { name: 'Details' }).nth(1).click()
  await reads.page.getByRole('button', { name: 'Object' }).click()
  const objects = reads.page.getByRole('dialog', { name: new RegExp(`Object to .*${name}`) })
  await objects.getByRole('textbox').fill(why())
  await objects.getByRole('button', { name: 'Object' }).click()
  await reads.page.getByText('Pending').first().waitFor()
  await reads.page.context().close()

  const { items: open } = await authority.get<{ items: Objection[] }>(
    `/api/subsidy/objections?subsidyId=${subsidyId}&state=open`,
  )
  const decides = await enter(county, `${list}/objections`)
  for (const { objectionId, text } of open) {
    const isRight = text === why()
    await decides.page.goto(
      `${list}/objections?subsidyId=${subsidyId}&state=open&open=${objectionId}`,
    )
    await decides.page.getByRole('dialog').getByRole('button', { name: 'Decide' }).click()
    const form = decides.page.getByRole('dialog', { name: 'Decide on objection' })
    await form
      .getByRole('radio', { name: isRight ? 'Uphold, and correct the subsidy' : 'Reject' })
      .check()
    await form.getByRole('textbox').fill(isRight ? 'It is sprayed now' : 'The track covers it')
    await form.getByRole('button', { name: 'Decide' }).click()
    await form.waitFor({ state: 'hidden' })
  }

  await fly([3], 2)
  await device.end()
  await correct(authority, subsidyId)
  const correctedMinor = await readAmount(subsidyId)
  expect(correctedMinor).toBeGreaterThan(amountMinor)
  // An announced time cannot be shortened, so a proposal without one is made.
  await setObjectionDays(authority, ruleId, 0)
  const finalId = await proposeAnew(authority, first)
  expect(await readAmount(finalId)).toBe(correctedMinor)
  const approves = await enter(platform, `${list}?open=${finalId}`)
  await approves.page.getByRole('button', { name: 'Approve' }).click()
  const approval = approves.page.getByRole('dialog', { name: /^Approve / })
  await approval.getByRole('button', { name: 'Approve' }).click()
  await approval.waitFor({ state: 'hidden' })
  await approves.page.context().close()

  await decides.page.goto(`${list}?open=${finalId}`)
  await decides.page.getByRole('button', { name: 'Record payment' }).click()
  const payment = decides.page.getByRole('dialog', { name: /^Record payment of/ })
  await payment.getByLabel('Payment reference').fill(`PAY-${run}`)
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await decides.page.getByText(`PAY-${run}`).first().waitFor()
  expect(await readState(authority, finalId)).toBe('paid')
  await provesLine(decides, `${list}/${finalId}/lines?blockName=${encodeURIComponent(name)}`)

  await decides.page.goto(`${list}/${finalId}/report`)
  await decides.page.getByRole('button', { name: 'Share' }).click()
  await decides.page.getByRole('button', { name: 'Create link' }).click()
  const address = await decides.page.getByRole('textbox', { name: 'Link' }).inputValue()
  const stranger = await visit({ maps: false })
  await stranger.page.goto(address)
  await stranger.page.getByRole('heading', { name: 'Subsidy for spraying' }).waitFor()
  await stranger.page.getByText(`PAY-${run}`).waitFor()
})
