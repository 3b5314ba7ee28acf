// The cost of dragging a corner of a large plot: npm run drawing -w e2e [corners] [address of a
// running program]. Without an address it starts the program on a separate data folder. A company's
// plot with this many corners (2,000) is open in the editor; one corner is moved 100 times. Prints
// a JSON line: processor time of the page's thread, ms, from one move until the second frame after
// it, for a move that changes nothing, and for releasing the corner.
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser, visitWith } from './chromium.ts'
import { median, report, signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'

const corners = Number(process.argv[2] ?? 2_000)
const given = process.argv[3]
const phone = '13800000004'
const plots = '/api/oper/blocks'
const moves = 100
const settleMs = 2_500

/** A field of some 30 ha with a very irregular shore, around a place in Hua county. */
const shore = (): [number, number][] => {
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / corners
    const reach = 0.003 * (1 + 0.02 * Math.sin(angle * 60))
    return [114.62 + (reach * Math.cos(angle)) / 0.815, 35.4 + reach * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}

/** With the credentials of the page's own calls. */
const savePlot = async (page: Page, address: string, authorization: string): Promise<string> => {
  const body = { blockName: 'Shore', parts: [[shore()]], acceptsOverlap: true }
  const answer = await page.request.post(address + plots, {
    headers: { authorization, 'language': 'en', 'terminal-type': 'web' },
    data: body,
  })
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { blockId: string }).blockId
}

/** Reads the authorization header of the page's first call. */
const signedIn = async (page: Page): Promise<string> => {
  const heard = new Promise<string>((resolve) =>
    page.on('request', (request) => {
      const token = request.headers()['authorization']
      if (token) resolve(token)
    }),
  )
  await signInByForm(page, phone)
  return heard
}

/** All tasks of the page's thread so far, ms of the processor. */
const taskMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
}

const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  )

/** Work of the page until the result of `act` is on the screen, ms. */
const workOf = async (
  page: Page,
  session: CDPSession,
  act: () => Promise<void>,
): Promise<number> => {
  const before = await taskMs(session)
  await act()
  await drawn(page)
  return (await taskMs(session)) - before
}

const times = async (count: number, work: (i: number) => Promise<number>): Promise<number[]> => {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push(await work(i))
  return found
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1]!

/** A point on the shore: the pointer moves west from the middle until it can drag a corner. */
const findCorner = async (page: Page): Promise<{ x: number; y: number }> => {
  const undo = page.getByRole('button', { name: 'Undo' })
  const box = (await page.locator('canvas').first().boundingBox())!
  const y = box.y + box.height / 2
  for (let x = box.x + 40; x < box.x + box.width / 2; x += 9) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 1, y + 1)
    await page.mouse.up()
    await page.waitForTimeout(100)
    if (await undo.isEnabled()) return { x, y }
  }
  throw new Error('no corner found')
}

const dataFolder = newDataFolder()
const address = given ?? (await startProgram(dataFolder)).address
const browser = await launchBrowser()
try {
  const { page } = await visitWith(browser, address, { width: 1440, height: 900, locale: 'en' })
  const blockId = await savePlot(page, address, await signedIn(page))
  const session = await page.context().newCDPSession(page)
  // The thread's own time: without waiting while a processor draws in place of a graphics card.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`/business_manage/block-list/${blockId}/edit`)
  await page.getByText('Drag corners to move them').waitFor()
  await page.waitForTimeout(settleMs)
  const { x, y } = await findCorner(page)
  await page.waitForTimeout(settleMs)
  const resting = await times(moves, (i) =>
    workOf(page, session, () => page.mouse.move(x - 100 - (i % 2), y)),
  )
  await page.mouse.move(x + 1, y + 1)
  await page.mouse.down()
  const moving = await times(moves, (i) =>
    workOf(page, session, () => page.mouse.move(x - (i % 50), y + (i >> 1))),
  )
  const settling = await workOf(page, session, () => page.mouse.up())
  report(
    { corners, moves },
    {
      moveMs: median(moving),
      moveP99Ms: p99(moving),
      restingMs: median(resting),
      lettingGoMs: settling,
    },
  )
} finally {
  await browser.close()
  if (given === undefined) await stopProgram(dataFolder)
}
