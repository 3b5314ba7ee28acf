// A flight that was not received by radio: its log is dropped on the page, reviewed, accepted and
// found in the history; and recognised when it is dropped again.
import { expect, test } from 'vitest'
import { openAs, settled, visit, type Visitor } from './browser.ts'
import { callsAs, freshSerial, newDrone } from './calls.ts'

const listPath = '/business_manage/drone-list/flight-logs'

/** Two strips of 150 m, 5 m wide, 60 m apart, at 5 points a second and 6 m/s: 1,500 m². */
const buildLog = (startMs: number): string => {
  const pts: object[] = []
  const mPerLat = 111_000
  const mPerLng = 111_320 * Math.cos((35 * Math.PI) / 180)
  let tMs = startMs
  const add = (xM: number, yM: number, height: number, speed: number, pump: boolean): void => {
    pts.push({
      t: tMs,
      lng: 114 + xM / mPerLng,
      lat: 35 + yM / mPerLat,
      height,
      speed,
      pump,
      flow: pump ? 3 : 0,
      width: 5,
    })
    tMs += 200
  }
  for (let i = 0; i < 20; i++) add(0, 0, i / 8, 0.2, false)
  for (let i = 0; i <= 125; i++) add(0, i * 1.2, 3, 6, true)
  for (let i = 1; i < 50; i++) add(i * 1.2, 150, 3, 6, false)
  for (let i = 0; i <= 125; i++) add(60, 150 - i * 1.2, 3, 6, true)
  for (let i = 0; i < 75; i++) add(60, 0, Math.max(0, 2 - i / 5), 0, false)
  const lines: string[] = []
  for (let from = 0; from < pts.length; from += 50)
    lines.push(JSON.stringify({ v: 1, pts: pts.slice(from, from + 50) }))
  return lines.join('\n')
}

/** Like a file from the desktop. */
const drop = async ({ page }: Visitor, name: string, text: string): Promise<void> => {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content!], fileName!, { lastModified: Date.now() }))
      return transfer
    },
    [name, text] as const,
  )
  // A dragging mouse sends the event repeatedly, and the page may not listen yet.
  await expect
    .poll(async () => {
      await page.dispatchEvent('main', 'dragover', { dataTransfer: data })
      return page.getByText('Release to upload').isVisible()
    })
    .toBe(true)
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

test('a log is uploaded, reviewed, accepted and found; uploaded again, it is recognised', async () => {
  const droneId = freshSerial('LOG')
  const calls = await callsAs('13800000004')
  await newDrone(calls, droneId)
  const text = buildLog(Date.now() - 3_600_000 * 5)
  const visitor = await visit({ width: 1280, height: 720 })
  const { page } = visitor
  await openAs(visitor, '13800000004', '/workbench')
  await settled(visitor)
  await page.locator('nav a', { hasText: 'Drones' }).click()
  await page.getByRole('button', { name: 'Flight logs' }).click()
  await page.waitForURL(`**${listPath}`)
  await settled(visitor)

  // The name of the file contains the drone.
  await drop(visitor, `${droneId} field.jsonl`, text)
  await page.getByRole('list', { name: 'Uploads' }).getByRole('link', { name: 'Review' }).click()
  await page.waitForURL(`**${listPath}/*`)
  await page.getByText('1 flight found').waitFor()
  await page.getByText('Suggested from the file name', { exact: false }).waitFor()
  const panel = page.locator('section[aria-labelledby]', { hasText: '1 flight found' })
  await expect.poll(() => panel.getByText('The whole file was read.').count()).toBe(1)
  const figures = await panel.getByRole('definition').allTextContents()
  expect(figures[0]).toMatch(/^1:0\d$/)
  expect(figures[1]).toBe('0.36 km')

  await panel.getByRole('button', { name: 'Accept log' }).click()
  await page.getByText('1 sortie in the history').waitFor()
  const { items } = await calls.get<{
    items: { sortieId: string; source: string; sprayArea: number; distanceM: number }[]
  }>(`/api/drone/mointor/manage/getHistoryFlyList?droneId=${droneId}`)
  expect(items).toHaveLength(1)
  expect(items[0]!.source).toBe('log')
  expect(Math.abs((items[0]!.sprayArea * 2000) / 3 - 1500)).toBeLessThan(60)

  // In the history, with its record.
  await page
    .locator('section[aria-labelledby]', { hasText: '1 sortie in the history' })
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .click()
  await page.waitForURL(`**/${droneId}/history?**`)
  await page.getByText('Record intact').waitFor()

  await page.goto(listPath)
  await settled(visitor)
  await drop(visitor, `${droneId} again.jsonl`, text)
  await page.getByRole('list', { name: 'Uploads' }).getByRole('link', { name: 'Review' }).click()
  await page.getByText('Its flights are already in the history', { exact: false }).waitFor()
  await page.getByText('The same file was uploaded on', { exact: false }).waitFor()
  await page.getByText('Overlaps sortie').waitFor()
  expect(await page.getByRole('button', { name: 'Accept log' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(`**${listPath}`)
  expect(
    (
      await calls.get<{ items: unknown[] }>(
        `/api/drone/mointor/manage/getHistoryFlyList?droneId=${droneId}`,
      )
    ).items,
  ).toHaveLength(1)
})
