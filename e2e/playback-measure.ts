// The playback of a day of 20 drones in a browser: node e2e/playback-measure.ts [rounds] [address
// and data folder of a running program]. Starts the program on a separate data folder by default,
// adds the day of bench/playback-seed.ts, and prints a JSON line a figure. In addition to times it
// prints processor time, which does not grow where others use the machine too: of the page, and of
// drawing.
//   open     from the press that chooses the drones until their first figures are drawn
//   cold     the same by a link, the console's own start included
//   seek     the work of one move of the slider, and the time until the next frame is shown
//   frames   of ten seconds of play at 60×, the longest and how many
//   heap     of the page after a full collection: before, and after 25 and 50 moves
// Chromium draws in software here, so the map's frames are slower than on any machine with a
// graphics card.
import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { launchBrowser, visitWith } from './chromium.ts'
import { findPostgresUrl, measureHeapMb, median, report, signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'

const phone = '13800000004'
const rounds = Number(process.argv[2] ?? 3)
const [givenAddress, givenFolder] = process.argv.slice(3)
const dataFolder = givenFolder ?? newDataFolder()
const address = givenAddress ?? (await startProgram(dataFolder)).address
const day = JSON.parse(
  execFileSync(
    process.execPath,
    [
      new URL('../bench/playback-seed.ts', import.meta.url).pathname,
      findPostgresUrl(dataFolder),
      phone,
    ],
    { encoding: 'utf8' },
  ),
) as { droneIds: string[]; startTime: string; endTime: string }
const browser = await launchBrowser()
const processes = await browser.newBrowserCDPSession()

const worst = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN

/**
 * Processor time of the pages so far with all of their threads, and of the process that draws, ms:
 * independent of others on the machine.
 */
const cpuMs = async (): Promise<{ page: number; drawing: number }> => {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo')
  const of = (type: string): number =>
    processInfo
      .filter((one) => one.type === type)
      .reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0)
  return { page: of('renderer'), drawing: of('GPU') }
}
const since = async (before: {
  page: number
  drawing: number
}): Promise<{ page: number; drawing: number }> => {
  const now = await cpuMs()
  return { page: now.page - before.page, drawing: now.drawing - before.drawing }
}

const drawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => (document.querySelector('[data-figure=allArea]')?.textContent ?? '') !== '',
    undefined,
    { polling: 'raf', timeout: 120_000 },
  )

/**
 * Moves the slider to a position and waits for the next frame: the time of the move itself, and
 * until the frame.
 */
const seek = (page: Page, share: number): Promise<{ workMs: number; frameMs: number }> =>
  page.evaluate(async (to) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]')!
    const startedMs = performance.now()
    slider.value = String(Number(slider.max) * to)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    const workMs = performance.now() - startedMs
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { workMs, frameMs: performance.now() - startedMs }
  }, share)

const measureFrames = (page: Page, ms: number): Promise<number[]> =>
  page.evaluate(
    (forMs) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = []
        const startedMs = performance.now()
        let lastMs = startedMs
        requestAnimationFrame(function next() {
          const nowMs = performance.now()
          frames.push(nowMs - lastMs)
          lastMs = nowMs
          if (nowMs - startedMs < forMs) requestAnimationFrame(next)
          else resolve(frames)
        })
      }),
    ms,
  )

try {
  const { page } = await visitWith(browser, address, {
    width: 1440,
    height: 900,
    locale: 'en',
    motion: true,
  })
  const session = await page.context().newCDPSession(page)
  await signInByForm(page, phone)
  const search = new URLSearchParams({
    drones: day.droneIds.join(','),
    startTime: day.startTime,
    endTime: day.endTime,
  }).toString()

  const openMs: number[] = []
  const openCpuMs: { page: number; drawing: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`/business_manage/drone-list/playback?${search}&choose=1`)
    const play = page.getByRole('button', { name: `Play ${day.droneIds.length} drones` })
    await play.waitFor()
    await page.waitForTimeout(3_000) // the map does not move any more
    const cpuBefore = await cpuMs()
    const startedMs = performance.now()
    await play.click()
    await drawn(page)
    openMs.push(performance.now() - startedMs)
    openCpuMs.push(await since(cpuBefore))
  }
  report(
    { metric: 'open, processor time in ms' },
    {
      page: median(openCpuMs.map((one) => one.page)),
      drawing: median(openCpuMs.map((one) => one.drawing)),
    },
  )
  report(
    { metric: 'open, ms' },
    { median: median(openMs), best: Math.min(...openMs), worst: Math.max(...openMs) },
  )

  const coldMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now()
    await page.goto(`/business_manage/drone-list/playback?${search}&speed=60`)
    await drawn(page)
    coldMs.push(performance.now() - startedMs)
  }
  report(
    { metric: 'cold, ms' },
    { median: median(coldMs), best: Math.min(...coldMs), worst: Math.max(...coldMs) },
  )

  await page.waitForTimeout(5_000)
  const before = (await measureHeapMb(session)).all
  const cpuBefore = await cpuMs()
  const moves: { workMs: number; frameMs: number }[] = []
  // To and fro over the whole day: neighbours in the list are far from one another.
  for (let i = 0; i < 25; i++) moves.push(await seek(page, ((i * 37) % 100) / 100))
  const seekCpu = await since(cpuBefore)
  const after25 = (await measureHeapMb(session)).all
  for (let i = 0; i < 25; i++) moves.push(await seek(page, ((i * 61) % 100) / 100))
  const after50 = (await measureHeapMb(session)).all
  report(
    { metric: 'seek, work in ms' },
    {
      median: median(moves.map(({ workMs }) => workMs)),
      p95: worst(
        moves.map(({ workMs }) => workMs),
        0.95,
      ),
      worst: worst(
        moves.map(({ workMs }) => workMs),
        1,
      ),
    },
  )
  report(
    { metric: 'seek, until the next frame in ms' },
    {
      median: median(moves.map(({ frameMs }) => frameMs)),
      p95: worst(
        moves.map(({ frameMs }) => frameMs),
        0.95,
      ),
      worst: worst(
        moves.map(({ frameMs }) => frameMs),
        1,
      ),
    },
  )
  report(
    { metric: 'seek, processor time with its two frames in ms' },
    { page: seekCpu.page / 25, drawing: seekCpu.drawing / 25 },
  )
  report({ metric: 'heap, MB' }, { before, after25, after50 })

  await seek(page, 0.3)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForTimeout(1_000)
  const frames = await measureFrames(page, 10_000)
  report(
    { metric: 'frames at 60×, ms' },
    {
      count: frames.length,
      median: median(frames),
      p95: worst(frames, 0.95),
      worst: worst(frames, 1),
    },
  )
} finally {
  await browser.close()
  if (!givenFolder) await stopProgram(dataFolder)
}
