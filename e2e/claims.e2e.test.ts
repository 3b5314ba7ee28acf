// Two operators claim the same area: the county is notified to check it, and they are not; the
// county decides.
import { expect, test } from 'vitest'
import { openAs, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone, type Calls } from './calls.ts'
import { connectDevice } from './device.ts'
import { layField } from './flown-field.ts'

const county = '13800000002'
/** A maker's own drone, then one of a cooperative in the county. */
const operators = ['13800000003', '13800000004'] as const
type Suspicions = { items: { cause: string; droneId: string }[]; total: number }

const askSuspicions = async (calls: Calls, droneId: string): Promise<Suspicions['items']> =>
  (await calls.get<Suspicions>(`/api/bulletin/claim-suspicions?drone=${droneId}`)).items

test('one area claimed twice is reported only to the county, with both flights', async () => {
  const field = layField([114.6212, 35.4723], 80, 4)
  const flown: string[] = []
  for (const phone of operators) {
    const droneId = freshSerial('CLAIM')
    const device = await connectDevice(
      await newDrone(await callsAs(phone), droneId, `Claims ${droneId}`),
    )
    try {
      await device.fly(field.fly([0, 1, 2, 3]))
    } finally {
      await device.end()
    }
    flown.push(droneId)
  }
  const supervisor = await callsAs(county)
  // The flights are compared each minute; the suspicion is on the later of the two.
  const [earlier, later] = flown as [string, string]
  await expect
    .poll(async () => (await askSuspicions(supervisor, later)).map(({ cause }) => cause), {
      timeout: 240_000,
      interval: 1_000,
    })
    .toContain('same_ground')
  for (const phone of operators)
    expect(await askSuspicions(await callsAs(phone), later)).toEqual([])

  const visitor = await visit({ width: 1440, height: 900, maps: false })
  const { page } = visitor
  await openAs(
    visitor,
    county,
    `/bulletin_manage/bulletin-list/claims?drone=${later}&cause=same_ground`,
  )
  await page.getByRole('row', { name: /Same area claimed twice/ }).click()
  const detail = page.getByRole('dialog')
  await detail.getByText(`(${later})`).waitFor()
  await detail.getByText(`(${earlier})`).waitFor()
  await detail.getByText('Share of the smaller area').waitFor()
  await detail.getByRole('button', { name: 'Decide' }).click()
  const form = page.getByRole('dialog', { name: 'Decide on suspicion' })
  await form.getByRole('radio', { name: 'No issue' }).check()
  await form.getByRole('textbox').fill('Two crops, sprayed one after the other')
  await form.getByRole('button', { name: 'Decide' }).click()
  await detail.getByText('Decided · No issue').waitFor()
  await detail.getByRole('link', { name: 'Other flight' }).waitFor()
})
