// The cost of a live fleet in the console: node e2e/live-measure.ts [drones] [seconds] [address,
// data folder and MQTT port of a running program]. Without a number it is the demonstration's own
// fleet of 200; with one, this many more drones fly through the device protocol (2000, 10000), over
// fields in one county, and the platform's people watch all of them. Prints JSON lines:
//   main   processor time of the page's main thread, % of a core; its longest task, and how many took
//          over 50 and over 100 ms of it
//   seen   drones online as the panel counts them, as evidence
//   page   processor time of the page with all of its threads, and of drawing, % of a core
// All of it is processor time, which does not grow where others use the machine too. Chromium draws
// in software here: drawing costs a fraction of it on a graphics card.
import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CDPSession } from 'playwright-core'
import { launchBrowser, visitWith } from './chromium.ts'
import { findPostgresUrl, report, signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'

const [dronesGiven, secondsGiven, givenAddress, givenFolder, givenMqttPort] = process.argv.slice(2)
const drones = Number(dronesGiven ?? 0)
const seconds = Number(secondsGiven ?? 30)
/** Until the map does not move any more, and late compilation is over. */
const settleS = 15

const started = givenAddress ? null : await startProgram(newDataFolder())
const address = givenAddress ?? started!.address
const dataFolder = givenFolder ?? started!.dataFolder
const mqttPort = Number(givenMqttPort ?? started?.mqttPort)

const script = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Registers drones and lets them fly. @returns a function that stops them */
const flyBeside = (count: number): (() => void) => {
  const credentials = join(dataFolder, 'live-measure.jsonl')
  execFileSync(process.execPath, [
    script('../bench/live-seed.ts'),
    findPostgresUrl(dataFolder),
    `${count}`,
    credentials,
  ])
  const flying = spawn(
    process.execPath,
    [
      script('../apps/simulator/src/load.ts'),
      ...['--mqtt', `mqtt://127.0.0.1:${mqttPort}`, '--credentials', credentials],
      ...['--duration', `${seconds + 10 * settleS}`],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return () => void flying.kill()
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Processor time of the thread, µs: without that of others on the machine. */
  tdur?: number
  args?: { name?: string }
}

/** Tasks of the page's main thread in a period: each one's processor time, ms. */
const traceTasks = async (session: CDPSession, forMs: number): Promise<number[]> => {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  })
  await sleep(forMs)
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  const ofThread = (event: TraceEvent): string => `${event.pid} ${event.tid}`
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(ofThread),
  )
  const byThread = Map.groupBy(
    events.filter((event) => event.name.endsWith('RunTask') && mains.has(ofThread(event))),
    ofThread,
  )
  // The browser may keep a spare page that does nothing.
  const sums = [...byThread.values()].map((own) => own.map(({ tdur = 0 }) => tdur / 1_000))
  return sums.toSorted((one, other) => sumOf(other) - sumOf(one))[0] ?? []
}
const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)

const browser = await launchBrowser()
let land = (): void => undefined
try {
  if (drones > 0) land = flyBeside(drones)
  const processes = await browser.newBrowserCDPSession()
  const cpuS = async (type: string): Promise<number> =>
    (await processes.send('SystemInfo.getProcessInfo')).processInfo
      .filter((one) => one.type === type)
      .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  const { page } = await visitWith(browser, address, {
    width: 1440,
    height: 900,
    locale: 'en',
    motion: true,
  })
  await signInByForm(page, '13800000001')
  await page.waitForURL('**/workbench')
  await page.goto('/monitor_manage/monitor')
  await page.locator('[role=listbox] [role=option]').first().waitFor({ timeout: 60_000 })
  await sleep(settleS * 1_000)
  const [pageBefore, drawingBefore] = [await cpuS('renderer'), await cpuS('GPU')]
  const tasks = await traceTasks(processes, seconds * 1_000)
  const share = (value: number): number => (100 * value) / seconds
  report(
    { metric: 'main thread, processor time', drones: drones || 200 },
    {
      percentOfACore: share(sumOf(tasks) / 1_000),
      longestTaskMs: Math.max(0, ...tasks),
      over50Ms: tasks.filter((ms) => ms > 50).length,
      over100Ms: tasks.filter((ms) => ms > 100).length,
    },
  )
  const [spraying = '', flying = '', ground = ''] = await page
    .getByRole('group', { name: 'Drones' })
    .locator('strong')
    .allInnerTexts()
  report(
    { metric: 'seen', drones: drones || 200 },
    { online: sumOf([spraying, flying, ground].map((text) => Number(text.replace(',', '')))) },
  )
  report(
    { metric: 'processor time, % of a core', drones: drones || 200 },
    {
      page: share((await cpuS('renderer')) - pageBefore),
      drawing: share((await cpuS('GPU')) - drawingBefore),
    },
  )
} finally {
  land()
  await browser.close()
  if (started) await stopProgram(dataFolder)
}
