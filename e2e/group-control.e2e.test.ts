// Several drones over one field: a plan is made on the map, saved, sent, and its drones receive it.
import { distanceM } from '@swath/domain/lng-lat'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshMark, freshSerial, newDrone } from './calls.ts'
import { connectDevice, type Place, type Step } from './device.ts'
import { layField } from './flown-field.ts'

const listPath = '/business_manage/group-control'
let run: string
beforeEach(() => {
  run = freshMark()
})
const phone = '13800000004'
let plotName: string

beforeAll(async () => {
  const calls = await callsAs(phone)
  const { items } = await calls.get<{ items: { blockName: string }[] }>(
    '/api/oper/blocks?onlyMyAccount=true&pageSize=1',
  )
  plotName = items[0]!.blockName
})

/** A plan as its author watches it at a desk. */
const watchPlan = async (plan: string, name: string) => {
  const visitor = await visit({ width: 1440, height: 900 })
  const { page } = visitor
  await openAs(visitor, phone, `${listPath}/${plan}`)
  const panel = page.locator('section[data-side=right]')
  await panel.getByRole('heading', { name }).waitFor()
  await settled(visitor)
  return { page, panel }
}

test.each([
  ['a desk', 1440, 900],
  ['a telephone', 375, 740],
])('plots, a place and drones become a plan, on %s', async (_on, width, height) => {
  const visitor = await visit({ width, height })
  const { page } = visitor
  await openAs(visitor, phone, listPath)
  await settled(visitor)
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.waitForURL(`**${listPath}/new`)
  await settled(visitor)

  const panel = page.locator('section[data-side=docked], section[data-side=right]')
  const name = `Group ${run} ${width}`
  await panel.getByLabel('Plan name').fill(name)
  await panel.getByRole('combobox', { name: 'Plots' }).fill(plotName)
  await page.locator('.ant-select-item-option', { hasText: plotName }).first().click()
  await page.keyboard.press('Escape')
  // the plan is computed while settings change, and a border between two drones can be moved by
  // keys
  await panel.getByRole('heading', { name: 'Strips per drone' }).waitFor()
  const border = panel.getByRole('slider', { name: 'First strip of Drone 2' })
  const before = Number(await border.getAttribute('aria-valuenow'))
  await border.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBe(before + 1)
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`“${name}” saved`).waitFor()
  await panel.getByRole('heading', { name }).waitFor()
  await expect.poll(() => panel.getByText('Not assigned').count()).toBe(3)
  await panel.getByText('No drones assigned yet').waitFor()
})

test('a finished plan is watched, and its drones receive it one by one', async () => {
  const calls = await callsAs(phone)
  type Plan = { plan: string; name: string; can: { update: boolean } }
  const { items } = await calls.get<{ items: Plan[] }>(
    '/api/oper/group-route?state=ready&pageSize=100',
  )
  // a plan of the demonstration: drones of the plans made above are not named
  const { plan, name } = items.find((one) => one.can.update && !one.name.startsWith('Group '))!
  const { page, panel } = await watchPlan(plan, name)
  await expect.poll(() => panel.getByText('Waiting', { exact: true }).count()).toBeGreaterThan(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'GeoJSON' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${name}.geojson`)
  await panel.getByRole('button', { name: 'Send route' }).first().click()
  await panel
    .getByText(/Route received|Waiting/)
    .first()
    .waitFor()
})

type PlannedPoint = { at: Place; pumpOn: boolean; tS: number }
type Planned = {
  plan: string
  route: { shares: { sorties: { points: PlannedPoint[]; sprayL: number }[] }[] }
}

/** Four positions a second at up to 10 m/s: the journey waits for as long as the flight takes. */
const stepMs = 250
const speedMs = 10
const widthM = 5
const doseLHa = 16

/**
 * The positions of a drone that follows its plan, between climb and landing. Its flow follows its
 * speed.
 */
const flownAsPlanned = (points: readonly PlannedPoint[]): Step[] => {
  const way = points.slice(1, -1)
  const startS = Math.ceil(way[0]!.tS)
  const stepNum = Math.floor(((way.at(-1)!.tS - startS) * 1_000) / stepMs)
  const times = Array.from({ length: stepNum }, (_, i) => startS + (i * stepMs) / 1_000)
  return times.map((s) => {
    const i = way.findLastIndex(({ tS }) => tS <= s)
    const [from, to] = [way[i]!, way[i + 1]!]
    const share = (s - from.tS) / (to.tS - from.tS)
    const at: Place = [
      from.at[0] + (to.at[0] - from.at[0]) * share,
      from.at[1] + (to.at[1] - from.at[1]) * share,
    ]
    const speed = distanceM(from.at, to.at) / (to.tS - from.tS)
    return {
      at,
      pump: from.pumpOn,
      fields: { speed, flow: (speed * widthM * doseLHa * 60) / 10_000 },
    }
  })
}

test('a drone’s flight is shown next to its plan', async () => {
  const calls = await callsAs(phone)
  const name = freshSerial('PLAN')
  // Strips long enough that points 2.5 m apart, which miss as much at each end, cover nearly all.
  const field = layField([114.6142, 35.4863], 60, 2)
  const { blockId } = await calls.post<{ blockId: string }>('/api/oper/blocks', {
    blockName: name,
    parts: [[field.ring]],
    acceptsOverlap: true,
  })
  const device = await connectDevice(await newDrone(calls, name))
  try {
    const heard: string[] = []
    await device.obey((type) => heard.push(type))
    await device.say({})
    await device.at(field.ring[0]!, { height: 0, speed: 0 })
    const { plan, route } = await calls.put<Planned>('/api/oper/group-route', {
      name,
      block: [blockId],
      home: field.ring[0],
      droneCount: 1,
      drones: [{ droneId: device.droneId, tankL: 20, enduranceS: 600, speed: speedMs }],
      width: widthM,
      height: 3,
      transitHeightM: 6,
      separationM: 8,
      doseLHa,
    })
    const [{ points, sprayL }] = route.shares[0]!.sorties as [
      Planned['route']['shares'][0]['sorties'][0],
    ]
    const { page, panel } = await watchPlan(plan, name)
    await panel.getByRole('button', { name: 'Send route' }).first().click()
    await panel.getByText('Route received').waitFor()
    expect(heard).toEqual(['uploadRoute'])
    const routedAtMs = Date.now()

    // It reports its flight at once when it is over; a flight of a plan begins after the drone has
    // its route.
    const steps = flownAsPlanned(points)
    await page.waitForTimeout(Math.max(0, routedAtMs + steps.length * stepMs + 2_000 - Date.now()))
    await device.fly(steps, {}, stepMs)
    // the state follows from the flight
    await panel.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 })

    // one dose: litres planned, litres sprayed
    type Doses = { rows: { plannedL: number; sprayedL: number }[]; flightNum: number }
    const doses = () => calls.get<Doses>(`/api/oper/group-route/${plan}/doses`)
    await expect.poll(async () => (await doses()).rows[0]?.sprayedL).toBeGreaterThan(0)
    const { rows, flightNum } = await doses()
    expect([rows.length, flightNum]).toEqual([1, 1])
    expect(rows[0]!.plannedL).toBeCloseTo(sprayL, 1)
    expect(Math.abs(rows[0]!.sprayedL / rows[0]!.plannedL - 1)).toBeLessThan(0.15)
    await page.reload()
    await panel.getByRole('heading', { name: 'Planned and sprayed doses' }).waitFor()
    const cells = await panel.getByRole('row').last().getByRole('cell').allInnerTexts()
    expect(Number(cells[1])).toBeCloseTo(rows[0]!.plannedL, 1)
    expect(Number(cells[2])).toBeCloseTo(rows[0]!.sprayedL, 1)
  } finally {
    await device.end()
  }
})
