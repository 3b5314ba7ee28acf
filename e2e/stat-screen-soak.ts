// Eight hours of a statistics screen in some minutes: node e2e/stat-screen-soak.ts [hours]
// [address of a running program]. The big screen is shown while the page's clock is advanced by
// half a minute at a time, so that every refresh of those hours happens, against the real server:
// an hour is 120 loads of the headline and 12 of each visible panel. In the middle the network is
// down for ten minutes. Prints a line of JSON for each hour:
//   hour     heap after a collection (MB); how many timers, charts, open sockets and DOM nodes; how
//            many answers arrived, of the headline and in all
//   network  how many panels were marked as old while it was down, and afterwards
// and ends with 1 where the last hour's heap is more than 10 % above the first's, where there is
// one timer, chart or socket more than after the first hour, where refreshes were left out, or
// where figures were not marked as old without the network or not fresh again with it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { launchBrowser, visitWith } from './chromium.ts'
import { measureHeapMb, report, signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'

const [hoursGiven, givenAddress] = process.argv.slice(2)
const hours = Number(hoursGiven ?? 8)
const stepMs = 30_000
/** Until a step has sent its requests, and until their results are shown. */
const askMs = 50
/** Requests that take longer are left to their own timeout. */
const answerLimitMs = 20_000

const started = givenAddress ? null : await startProgram(newDataFolder())
const address = givenAddress ?? started!.address

type Counted = Window & { runningIntervals: Set<number> }

/** Every interval that the page has started and not cleared. */
const countIntervals = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const counted = window as unknown as Counted
    counted.runningIntervals = new Set()
    const begin = window.setInterval.bind(window) as (...given: unknown[]) => number
    const end = window.clearInterval.bind(window)
    window.setInterval = ((...given: unknown[]) => {
      const id = begin(...given)
      counted.runningIntervals.add(id)
      return id
    }) as unknown as typeof window.setInterval
    window.clearInterval = (id) => {
      counted.runningIntervals.delete(Number(id))
      end(id)
    }
  })
}

const browser = await launchBrowser()
const { page } = await visitWith(browser, address, { width: 1920, height: 1080 })
let sockets = 0
page.on('websocket', (socket) => {
  sockets++
  socket.on('close', () => sockets--)
})
let answers = 0
let headlines = 0
const asked = new Set<Request>()
const isOfStatScreen = (request: Request): boolean =>
  new URL(request.url()).pathname.startsWith('/api/statistics/screen/')
page.on('request', (request) => {
  if (isOfStatScreen(request)) asked.add(request)
})
page.on('requestfailed', (request) => asked.delete(request))
page.on('requestfinished', (request) => {
  if (!asked.delete(request)) return
  answers++
  if (request.url().endsWith('/statInfo')) headlines++
})
await page.clock.install()
await countIntervals(page)
await signInByForm(page, '13800000001')
await page.goto('/stat-screen?view=big')
await page.locator('[data-place=rankings] li').first().waitFor()
const session = await page.context().newCDPSession(page)

const measure = async () => {
  await sleep(2_000)
  const { used, all } = await measureHeapMb(session)
  const seen = await page.evaluate(() => ({
    timers: (window as unknown as Counted).runningIntervals.size,
    charts: document.querySelectorAll('main svg, main canvas').length,
    nodes: document.querySelectorAll('*').length,
  }))
  const since = { answers, headlines }
  answers = headlines = 0
  return { heap: used, all, ...seen, sockets, ...since }
}

/** As on a real screen, whose half minute is long enough for any answer. */
const settle = async (): Promise<void> => {
  await sleep(askMs)
  for (const untilMs = Date.now() + answerLimitMs; asked.size > 0 && Date.now() < untilMs;)
    await sleep(10)
  await sleep(askMs)
}

const pass = async (ms: number): Promise<void> => {
  for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
    await page.clock.fastForward(stepMs)
    await settle()
  }
}

const outageMs = 600_000
const old = page.getByRole('status').filter({ hasText: 'outdated: from' })

/** How many panels are marked as old at the end of the outage, and when the network is back. */
const loseNetwork = async () => {
  await page.context().setOffline(true)
  await pass(outageMs)
  const marked = await old.count()
  await page.context().setOffline(false)
  await pass(2 * stepMs)
  await sleep(2_000)
  return { marked, left: await old.count() }
}

const turns = 4
const lookAround = async (): Promise<void> => {
  // Every panel is scrolled into sight and out again.
  for (let i = 0; i <= turns; i++) {
    await page.evaluate((share) => {
      const box = document.querySelector('main [role=region]')!
      box.scrollLeft = share * box.scrollWidth
    }, i / turns)
    await settle()
  }
  await page.evaluate(() => {
    document.querySelector('main [role=region]')!.scrollLeft = 0
  })
}

const measured: Awaited<ReturnType<typeof measure>>[] = []
let outage = { marked: 0, left: 0 }
try {
  for (let hour = 1; hour <= hours; hour++) {
    await pass(3_600_000)
    await lookAround()
    const now = await measure()
    measured.push(now)
    report({ what: 'hour', hour }, now)
    if (hour !== Math.ceil(hours / 2)) continue
    outage = await loseNetwork()
    report({ what: 'network' }, outage)
  }
} finally {
  await browser.close()
  if (started) await stopProgram(started.dataFolder)
}

const [first, last] = [measured[0]!, measured.at(-1)!]
/** Out of 120: loads that the network had not answered in time are repeated later. */
const leastHeadlines = 110
const problems = [
  ...(measured.some(({ headlines: loaded }) => loaded < leastHeadlines)
    ? ['an hour with too few loads of the headline']
    : []),
  ...(outage.marked === 0 ? ['nothing was marked as old without the network'] : []),
  ...(outage.left > 0 ? ['figures that stayed old when the network was back'] : []),
  ...(last.heap > first.heap * 1.1 ? ['the heap has grown by more than 10 %'] : []),
  ...(['timers', 'charts', 'sockets'] as const).flatMap((what) =>
    last[what] > first[what] ? [`more ${what} than after the first hour`] : [],
  ),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
