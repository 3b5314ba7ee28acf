import { afterAll, describe, expect, test } from 'vitest'
import type { WorkerJob } from './worker-job.ts'
import { ThreadPool } from './thread-pool.ts'

const job: WorkerJob = {
  name: 'testing',
  module: new URL('./testing-jobs.ts', import.meta.url),
  deadlineMs: 60_000,
}
const limits = {
  threads: 2,
  short: { bytesAtMost: 1_000, ms: 300 },
  waitingAtMost: 4,
  waitingOfOwnerAtMost: 3,
  heapMiB: 64,
  outsideHeapMiB: 96,
  keptMs: 20_000,
}
/** Runs only on the threads for all kinds of work. */
const long: WorkerJob = { ...job, isLong: true }
const pool = new ThreadPool(limits)
afterAll(() => pool.close())

describe('work in worker threads', () => {
  test('returns the job’s result, and rethrows its refusals and errors', async () => {
    const value = { texts: ['ก', null], bytes: new Uint8Array([1, 2]) }
    expect(await pool.run(job, { do: 'echo', value }, { owner: 'a' })).toEqual(value)
    await expect(pool.run(job, { do: 'refuse' }, { owner: 'a' })).rejects.toMatchObject({
      code: 'table_too_long',
      details: [{ path: 'a', message: 'b' }],
    })
    await expect(pool.run(job, { do: 'throw' }, { owner: 'a' })).rejects.toThrow('broken')
  })

  test('work that exceeds its limit of time, or of memory inside or outside the heap, is stopped', async () => {
    await expect(
      pool.run({ ...job, deadlineMs: 300 }, { do: 'spin' }, { owner: 'a' }),
    ).rejects.toMatchObject({ code: 'work_too_slow' })
    await expect(pool.run(job, { do: 'fill heap' }, { owner: 'a' })).rejects.toMatchObject({
      code: 'work_too_large',
    })
    await expect(pool.run(job, { do: 'fill buffers' }, { owner: 'a' })).rejects.toMatchObject({
      code: 'work_too_large',
    })
    expect(await pool.run(job, { do: 'echo', value: 1 }, { owner: 'a' })).toBe(1)
  })

  test('a caller who disconnects releases the thread, or the place in the queue', async () => {
    const leave = new AbortController()
    const spinning = pool.run(job, { do: 'spin' }, { owner: 'a', signal: leave.signal })
    const waiting = pool.run(job, { do: 'spin' }, { owner: 'a', signal: leave.signal })
    leave.abort(new Error('gone'))
    await expect(spinning).rejects.toThrow('gone')
    await expect(waiting).rejects.toThrow('gone')
    expect(await pool.run(job, { do: 'echo', value: 2 }, { owner: 'a' })).toBe(2)
  })

  test('an owner has at most one thread, and the queue is limited for each owner and overall', async () => {
    const leave = new AbortController()
    const spin = (owner: string): Promise<unknown> => {
      const spinning = pool.run(long, { do: 'spin' }, { owner, signal: leave.signal })
      spinning.catch(() => undefined)
      return spinning
    }
    const spinning = [spin('a'), spin('a'), spin('a'), spin('a')]
    expect(await pool.run(long, { do: 'echo', value: 'b' }, { owner: 'b' })).toBe('b')
    expect(await pool.run(long, { do: 'echo', value: 'c' }, { owner: 'c' })).toBe('c')
    expect(() => spin('a')).toThrow('unavailable')
    spinning.push(spin('b'), spin('c'))
    expect(() => spin('d')).toThrow('unavailable')
    leave.abort()
    expect((await Promise.allSettled(spinning)).map(({ status }) => status)).toEqual(
      Array.from({ length: 6 }, () => 'rejected'),
    )
  })

  test('small work runs while long work of four owners waits or runs', async () => {
    const leave = new AbortController()
    const four = new ThreadPool({ ...limits, waitingAtMost: 20 })
    const spins = ['a', 'b', 'c', 'd'].flatMap((owner) =>
      Array.from({ length: 3 }, () =>
        four.run(job, { do: 'spin' }, { owner, signal: leave.signal }),
      ),
    )
    for (const owner of ['e', 'f', 'e'])
      expect(await four.run(job, { do: 'echo', value: owner }, { owner })).toBe(owner)
    leave.abort()
    await Promise.allSettled(spins)
    await four.close()
  })

  test('work that turns out not to be short restarts among the long work, and finishes there', async () => {
    const answer = pool.run(job, { do: 'echo', value: 1, afterMs: 1_000 }, { owner: 'c' })
    const leave = new AbortController()
    const spins = ['a', 'b'].map((owner) =>
      pool.run(long, { do: 'spin' }, { owner, signal: leave.signal }),
    )
    const late = pool.run(job, { do: 'echo', value: 2, afterMs: 1_000 }, { owner: 'd' })
    expect(await answer).toBe(1)
    leave.abort()
    await Promise.allSettled(spins)
    expect(await late).toBe(2)
  })

  test('the smallest of the small jobs is first on the thread for them, and large ones never run there', async () => {
    const leave = new AbortController()
    const order: number[] = []
    const all = new ThreadPool({ ...limits, waitingAtMost: 20 })
    const spins = ['a', 'b'].map((owner) =>
      all.run(long, { do: 'spin' }, { owner, signal: leave.signal }),
    )
    const echoes = [1, 5_000, 400, 300, 200].map((letters, i) =>
      all
        .run(job, { do: 'echo', value: 'x'.repeat(letters) }, { owner: String(i) })
        .then(() => order.push(letters)),
    )
    const [, large, ...small] = echoes
    await Promise.all(small)
    expect(order).toEqual([1, 200, 300, 400])
    leave.abort()
    await Promise.allSettled(spins)
    await large
    await all.close()
  })

  test('a job may be limited to one run at a time, over all owners', async () => {
    const alone = { ...long, name: 'alone', atOnce: 1 }
    const order: string[] = []
    const done = (name: string) => (): void => void order.push(name)
    await Promise.all([
      pool.run(alone, { do: 'echo', value: 1, afterMs: 100 }, { owner: 'a' }).then(done('first')),
      pool.run(alone, { do: 'echo', value: 1 }, { owner: 'b' }).then(done('second')),
    ])
    expect(order).toEqual(['first', 'second'])
  })

  test('owners take turns, however many jobs one of them queued first', async () => {
    const alone = { ...long, name: 'alone', atOnce: 1 }
    const order: string[] = []
    const asked = ['a', 'a', 'a', 'b'].map((owner) =>
      pool.run(alone, { do: 'echo', value: owner }, { owner }).then(() => order.push(owner)),
    )
    await Promise.all(asked)
    expect(order).toEqual(['a', 'a', 'b', 'a']) // only the second one delayed b
  })

  test('closing ends running and waiting work', async () => {
    const closed = new ThreadPool(limits)
    const all = Promise.allSettled(
      [1, 2, 3].map(() => closed.run(job, { do: 'spin' }, { owner: 'a' })),
    )
    await closed.close()
    expect((await all).map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      Array.from({ length: 3 }, () => 'Error: unavailable'),
    )
  })
})
