import { beforeEach, expect, test, vi } from 'vitest'
import { settableClock } from '../../../platform/clock/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { keepOfTasks } from './kept-of-tasks.ts'

const db = null as unknown as Db
let mark = { work: 'first', plots: 3 }
const readMark = () => Promise.resolve(mark)

beforeEach(() => {
  mark = { work: 'first', plots: 3 }
})

/** Each result is one more than the one before; the test decides when it is returned. */
const keep = () => {
  const clock = settableClock(0)
  const waiting: (() => void)[] = []
  let made = 0
  const make = vi.fn<() => Promise<number>>(
    () => new Promise((resolve) => waiting.push(() => resolve(++made))),
  )
  const ask = keepOfTasks(clock, make, { readMark })
  const come = async (): Promise<void> => {
    for (const one of waiting.splice(0)) one()
    await Promise.resolve()
  }
  return { clock, make, come, look: () => ask(db, 1) }
}
const first = async () => {
  const kept = keep()
  const looks = [kept.look(), kept.look()]
  await vi.waitFor(() => expect(kept.make).toHaveBeenCalledOnce())
  await kept.come()
  expect(await Promise.all(looks)).toEqual([1, 1])
  return kept
}

test('the cached result is returned while nothing has changed', async () => {
  const { look, make, clock } = await first()
  clock.set(1_999)
  expect(await look()).toBe(1)
  expect(make).toHaveBeenCalledOnce()
})

test('it is recomputed once, while requests get the previous result', async () => {
  const { look, make, come } = await first()
  mark = { ...mark, work: 'second' }
  expect([await look(), await look()]).toEqual([1, 1])
  expect(make).toHaveBeenCalledTimes(2)
  await come()
  expect(await look()).toBe(2)
})

test('after two seconds it is recomputed in the background, after ten seconds requests wait for it', async () => {
  const { look, come, clock } = await first()
  clock.set(2_000)
  expect(await look()).toBe(1)
  await come()
  clock.set(11_999)
  expect(await look()).toBe(2)
  await come()
  clock.set(40_000)
  const late = look()
  await vi.waitFor(async () => {
    await come()
    expect(await Promise.race([late, Promise.resolve(0)])).toBe(4)
  })
})

test('requests wait if plots were added or removed', async () => {
  const { look, come } = await first()
  mark = { work: 'second', plots: 4 }
  const pending = look()
  await vi.waitFor(async () => {
    await come()
    expect(await Promise.race([pending, Promise.resolve(0)])).toBe(2)
  })
})

test('it is computed from the previous result, which is cached for the most recently requested tasks', async () => {
  const clock = settableClock(0)
  const make = vi.fn<(...asked: [Db, number, number | null]) => Promise<number>>(
    (_db, taskId, before) => Promise.resolve((before ?? taskId * 10) + 1),
  )
  const ask = keepOfTasks(clock, make, { tasksAtMost: 2, readMark })
  expect(await ask(db, 1)).toBe(11)
  clock.set(10_000)
  expect(await ask(db, 1)).toBe(12)
  await ask(db, 2)
  await ask(db, 3)
  expect(await ask(db, 1)).toBe(11)
})

test('an error reaches the waiting requests, and the next request tries again', async () => {
  const clock = settableClock(0)
  const make = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('gone'))
  make.mockResolvedValue(7)
  const ask = keepOfTasks(clock, make, { readMark })
  await expect(ask(db, 1)).rejects.toThrow('gone')
  expect(await ask(db, 1)).toBe(7)
})
