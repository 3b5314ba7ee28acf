// A zone is declared and changed; simulated drones fetch it and report its version, and the console
// shows which drones have it.
import { runFleet, type Run } from '@swath/simulator/fleet-runner'
import { expect, test } from 'vitest'
import { openAs, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone, type Credentials } from './calls.ts'
import type { Place } from './device.ts'
import { sharedProgram } from './running-program.ts'

const listPath = '/business_manage/no-fly-zone-list'
const base = '/api/drone/nofly/manage'
/** An area without other drones. */
const home: Place = [100.05, 38.05]

type Zone = { noflyId: string; noflyName: string; version: number }
type Holders = {
  items: { droneId: string; state: string }[]
  stats: { current: number; behind: number; never: number }
}

/**
 * A drone on the ground that is switched on, and handles zones according to the device protocol.
 */
const switchOn = ({ username, password, mqttPort }: Credentials): Run =>
  runFleet({
    fleet: {
      seed: 1,
      zones: [],
      drones: [
        {
          droneId: username,
          secret: password,
          home,
          model: {
            swathWidthM: 5,
            tankL: 20,
            heightM: 3,
            spraySpeedMs: 5,
            transitSpeedMs: 8,
            doseLHa: 15,
            enduranceS: 900,
          },
          plots: [],
          pilotId: null,
          chemical: null,
          shift: { fromHourUtc: 0, toHourUtc: 0 },
          schedule: 'standby',
          legacy: false,
          batch: 1,
          faultShare: 0,
        },
      ],
    },
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    httpUrl: null,
    seed: username,
    speed: 1,
    durationS: null,
    truthPath: null,
    memoryPath: null,
  })

test('a zone is declared, fetched and changed, and every drone has it except the one that is off', async () => {
  const mark = freshSerial('D')
  const name = `Dam ${mark}`
  const platform = await callsAs('13800000001')
  const operator = await callsAs('13800000004')
  const drones: Credentials[] = []
  for (let i = 0; i < 3; i++)
    drones.push(await newDrone(operator, freshSerial('ZD'), `Holder ${i} ${mark}`))
  const body = {
    noflyName: name,
    type: 1,
    shape: { kind: 'circle', center: home, radiusM: 300 },
    restriction: 'conditional',
    message: 'Ask the keeper of the dam',
  }
  const { noflyId } = await platform.post<Zone>(base, body)
  const readHolders = (): Promise<Holders> => platform.get(`${base}/${noflyId}/holders?pageSize=50`)
  const runs = drones.map(switchOn)
  try {
    await expect
      .poll(async () => (await readHolders()).stats, { timeout: 180_000 })
      .toMatchObject({ current: 3, behind: 0 })

    const visitor = await visit({ width: 1440, height: 900 })
    const { page } = visitor
    await openAs(
      visitor,
      '13800000001',
      `${sharedProgram.address}${listPath}?detailAddress=${mark}`,
    )
    const row = page.locator('tr', { hasText: name })
    await row.getByText('All 3 are up to date').waitFor()

    // One is switched off, and the zone is enlarged.
    const [off] = runs.splice(0, 1)
    off!.stop()
    await off!.finished
    await platform.put(`${base}/${noflyId}`, {
      ...body,
      shape: { kind: 'circle', center: home, radiusM: 500 },
    })
    const changedMs = Date.now()
    await expect
      .poll(async () => (await readHolders()).stats)
      .toMatchObject({ current: 2, behind: 1 })
    console.log(JSON.stringify({ journey: 'zone-distribution', heldMs: Date.now() - changedMs }))
    const [behind] = (await readHolders()).items
    expect(behind).toMatchObject({ droneId: drones[0]!.username, state: 'behind' })

    await page.reload()
    await row.getByText('1 out of date').waitFor()
    await row.click()
    const detail = page.getByRole('dialog')
    const held = detail.getByRole('list', { name: 'On drones' }).getByRole('listitem')
    await expect.poll(() => held.count()).toBe(3)
    await expect.poll(() => held.first().innerText()).toContain(`Holder 0 ${mark}`)
    expect(await held.first().innerText()).toContain('Out of date since')
    await expect.poll(() => detail.getByText('Conditional').count()).toBe(1)
    await detail.getByText('Versions').click()
    await detail.getByText('Version 2').waitFor()

    // Switched on again it requests the zones, even if no one watches.
    runs.push(switchOn(drones[0]!))
    await expect
      .poll(async () => (await readHolders()).stats, { timeout: 180_000 })
      .toMatchObject({ current: 3, behind: 0 })
    await expect
      .poll(async () => (await held.allInnerTexts()).join(' '))
      .not.toContain('Out of date since')
  } finally {
    for (const run of runs) run.stop()
    await platform.put(`${base}/enable`, { noflyId, opr: 'disable' })
  }
})
