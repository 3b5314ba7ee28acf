import { expect, test } from 'vitest'
import { headlineEveryMs, loadEveryMs, retryAfterMs, StatScreenClock } from './stat-screen-clock.ts'

const setUp = () => {
  const world = { nowMs: 0, isSeen: true, timers: 0 }
  let tick: (() => void) | null = null
  const clock = new StatScreenClock({
    now: () => world.nowMs,
    every: (work) => {
      world.timers++
      tick = work
      return () => {
        world.timers--
        tick = null
      }
    },
    isPageSeen: () => world.isSeen,
  })
  const pass = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i++) {
      world.nowMs += 1000
      tick?.()
      await Promise.resolve()
    }
    await new Promise((resume) => setImmediate(resume))
  }
  const loader = (isFine: () => boolean = () => true) => {
    const atS: number[] = []
    const run = async (): Promise<void> => {
      atS.push(world.nowMs / 1000)
      if (!isFine()) throw new Error('offline')
    }
    return { atS, run }
  }
  return { world, clock, pass, loader }
}

test('a panel loads when it becomes visible, and then once in 300 s; the headline once in 30 s', async () => {
  const { clock, pass, loader } = setUp()
  const [panel, headline] = [loader(), loader()]
  clock.add(panel.run, loadEveryMs, undefined)
  clock.add(headline.run, headlineEveryMs, undefined)
  await pass(600)
  expect(panel.atS).toEqual([0, 300, 600])
  expect(headline.atS).toHaveLength(21)
})

test('scrolling a panel away and back does not load it sooner', async () => {
  const { world, clock, pass, loader } = setUp()
  const panel = loader()
  const leave = clock.add(panel.run, loadEveryMs, undefined)
  await pass(10)
  leave()
  await pass(100)
  clock.add(panel.run, loadEveryMs, 0)
  await pass(189)
  expect(panel.atS).toEqual([0])
  expect(world.nowMs).toBe(299_000)
  await pass(1)
  expect(panel.atS).toEqual([0, 300])
})

test('the timer stops while the page or all panels are hidden, and there is at most one', async () => {
  const { world, clock, pass, loader } = setUp()
  const panel = loader()
  expect(world.timers).toBe(0)
  const leave = [clock.add(panel.run, loadEveryMs, undefined), clock.add(panel.run, 1e9, 0)]
  expect(world.timers).toBe(1)
  world.isSeen = false
  clock.update()
  expect(world.timers).toBe(0)
  await pass(1000)
  expect(panel.atS).toEqual([0])
  world.isSeen = true
  clock.update()
  expect([world.timers, panel.atS]).toEqual([1, [0, 1000]])
  for (const end of leave) end()
  expect(world.timers).toBe(0)
})

test('a failed request is repeated after 30 s, and at once when the network is back', async () => {
  const { clock, pass, loader } = setUp()
  let isUp = false
  const panel = loader(() => isUp)
  clock.add(panel.run, loadEveryMs, undefined)
  await pass(65)
  expect(panel.atS).toEqual([0, retryAfterMs / 1000, 60])
  isUp = true
  clock.hurry()
  await pass(299)
  expect(panel.atS).toEqual([0, 30, 60, 65])
  await pass(1)
  expect(panel.atS).toHaveLength(5)
})

test('a slow request is not sent twice', async () => {
  const { clock, pass } = setUp()
  let asked = 0
  clock.add(
    () => {
      asked++
      return new Promise(() => undefined)
    },
    headlineEveryMs,
    undefined,
  )
  await pass(120)
  expect(asked).toBe(1)
})
