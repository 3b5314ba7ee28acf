// A drone flies into a zone: the alarm is shown on the desk, acknowledged, assigned to a colleague
// who is notified, and closed with a reason; another viewer sees each step.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openAs, settled, visit, type Visitor } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'
import { connectDevice, type Place } from './device.ts'

const desk = '/bulletin_manage/bulletin-list/alarms'
const operatorPhone = '13800000004'
const countyPhone = '13800000002'
type Alarm = {
  anomalyId: string
  droneId: string
  noflyName: string | null
  state: string
  closedReason: string | null
}

const middle: Place = [113.9, 35.31]
const stepDeg = 60 / 91_000 // a second at 60 m/s, at the latitude of Henan

/** A round zone of 150 m, and a drone that flies into it. */
const intrude = async (mark: string): Promise<{ droneId: string; end: () => Promise<unknown> }> => {
  const county = await callsAs(countyPhone)
  await county.post('/api/drone/nofly/manage', {
    noflyName: `Desk ${mark}`,
    type: 1,
    detailAddress: '',
    shape: { kind: 'circle', center: middle, radiusM: 150 },
    lowerM: null,
    upperM: null,
    validFrom: null,
    validUntil: null,
  })
  const droneId = freshSerial('DESK')
  const device = await connectDevice(
    await newDrone(await callsAs(operatorPhone), droneId, `Desk ${mark}`),
  )
  await device.takeOff()
  for (let step = -4; step <= 1; step++) {
    await device.at([middle[0] + step * stepDeg, middle[1]], { height: 20, speed: 60 })
    await sleep(1_000)
  }
  return { droneId, end: () => device.end() }
}

const openDesk = async (visitor: Visitor, phone: string): Promise<void> => {
  await openAs(visitor, phone, desk)
  await settled(visitor)
}

test('an alarm is acknowledged, assigned to a colleague, closed with a reason, and updated for another viewer', async () => {
  const mark = freshSerial('A')
  const { droneId, end } = await intrude(mark)
  const operator = await callsAs(operatorPhone)
  const find = async (): Promise<Alarm | undefined> =>
    (
      await operator.get<{ items: Alarm[] }>(`/api/bulletin/alarms?drone=${droneId}&state=all`)
    ).items.find(({ noflyName }) => noflyName === `Desk ${mark}`) // others have zones here, too
  try {
    await expect.poll(async () => (await find())?.state).toBe('open')
    const { anomalyId } = (await find())!

    // The county watches at a desk, the operator works on a telephone.
    const county = await visit({ width: 1440, height: 900, maps: false })
    await openDesk(county, countyPhone)
    await county.page.goto(`${desk}?state=all&open=${anomalyId}`)
    const watched = county.page.getByRole('dialog')
    await watched.getByText(`Desk ${mark}`).first().waitFor()

    const worker = await visit({ width: 375, height: 740, maps: false })
    await openDesk(worker, operatorPhone)
    const { page } = worker
    await page.getByText(`Entered the no-fly zone Desk ${mark}`).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Acknowledge' }).click()
    await drawer.getByText('Acknowledged').first().waitFor()
    await watched.getByText('Acknowledged').first().waitFor()

    await drawer.getByRole('combobox', { name: 'Assignee' }).click()
    await page.locator('.ant-select-item-option', { hasText: '(me)' }).click()
    await drawer.getByText(/^Assigned to/).waitFor()

    await drawer.getByRole('textbox', { name: 'Comment' }).fill('The pilot turned back at once.')
    await drawer.getByRole('button', { name: 'Comment' }).click()
    await watched.getByText('The pilot turned back at once.').waitFor()

    await drawer.getByRole('button', { name: 'Close alarm' }).click()
    const form = page.getByRole('dialog').last()
    await form.getByText('Confirmed').click()
    await form.getByRole('button', { name: 'Close alarm' }).click()
    await drawer.getByRole('button', { name: 'Reopen' }).waitFor()
    await watched.getByText(/Closed · Confirmed/).waitFor()
    expect(await find()).toMatchObject({ state: 'closed', closedReason: 'real' })
  } finally {
    await end()
  }
})
