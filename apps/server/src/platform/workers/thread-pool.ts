import { Worker } from 'node:worker_threads'
import { ServiceError } from '../errors/fail.ts'
import {
  TooCostly,
  type Answer,
  type WorkerJob,
  type Order,
  type ThreadData,
} from './worker-job.ts'
import { estimateBytes } from './input-size.ts'

export type PoolLimits = {
  threads: number
  /**
   * One more thread, for small and short work, so that it never waits for long work. A job that is
   * not done after `ms` counts as long, and restarts on the other threads.
   */
  short: { bytesAtMost: number; ms: number }
  waitingAtMost: number
  waitingOfOwnerAtMost: number
  /** Limit of each thread's heap. */
  heapMiB: number
  /** Limit of each thread's typed arrays and buffers, which the heap's limit does not include. */
  outsideHeapMiB: number
  /** Starting a thread takes longer than most jobs, so an idle one is kept for a while. */
  keptMs: number
}

type Waiting = {
  job: WorkerJob
  input: unknown
  owner: string
  bytes: number
  /** It was started as a short one but was not done in time. */
  wasLong: boolean
  signal: AbortSignal | undefined
  settle: (settle: () => void) => void
  resolve: (output: unknown) => void
  reject: (reason: unknown) => void
}

type Running = { entry: Waiting; isShort: boolean; cancel: (reason: unknown) => void }

const lookedAtMs = 250

/**
 * Removes only our listeners: without its own listeners a Worker receives no messages of its
 * thread.
 */
const forget = (thread: Worker): void => {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

export class ThreadPool {
  /** Applies to threads started from now on. */
  niceness = 0
  readonly #limits: PoolLimits
  readonly #idle: { thread: Worker; timer: NodeJS.Timeout }[] = []
  readonly #running = new Set<Running>()
  #waiting: Waiting[] = []

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  run(
    job: WorkerJob,
    input: unknown,
    { owner, signal }: { owner: string; signal?: AbortSignal },
  ): Promise<unknown> {
    signal?.throwIfAborted()
    const ofOwner = this.#waiting.filter((one) => one.owner === owner).length
    if (
      this.#waiting.length >= this.#limits.waitingAtMost ||
      ofOwner >= this.#limits.waitingOfOwnerAtMost
    )
      throw new ServiceError('unavailable', { retryAfterS: 10 })
    return new Promise((resolve, reject) => {
      const aborted = (): void => this.#abort(entry)
      signal?.addEventListener('abort', aborted, { once: true })
      const settle = (how: () => void): void => {
        signal?.removeEventListener('abort', aborted)
        how()
      }
      const bytes = job.isLong ? Infinity : (job.bytesOf?.(input as never) ?? estimateBytes(input))
      const entry: Waiting = {
        job,
        input,
        owner,
        bytes,
        wasLong: false,
        signal,
        settle,
        resolve,
        reject,
      }
      this.#waiting.push(entry)
      this.#startNext()
    })
  }

  #abort(entry: Waiting): void {
    const reason: unknown = entry.signal!.reason
    const running = [...this.#running].find((one) => one.entry === entry)
    if (running) return running.cancel(reason)
    this.#waiting = this.#waiting.filter((one) => one !== entry)
    entry.settle(() => entry.reject(reason))
  }

  async close(): Promise<void> {
    const reason = new ServiceError('unavailable')
    for (const entry of this.#waiting.splice(0)) entry.settle(() => entry.reject(reason))
    for (const running of this.#running) running.cancel(reason)
    await Promise.all(this.#idle.splice(0).map(({ thread }) => thread.terminate()))
  }

  #startNext(): void {
    for (let entry = this.#next(); entry; entry = this.#next()) this.#begin(entry, false)
    const short = this.#nextShort()
    if (short) this.#begin(short, true)
  }

  #begin(entry: Waiting, isShort: boolean): void {
    // The remaining work of an owner that had a turn is queued behind the others.
    const [own, others] = [true, false].map((isOwn) =>
      this.#waiting.filter((one) => one !== entry && (one.owner === entry.owner) === isOwn),
    )
    this.#waiting = [...others!, ...own!]
    this.#start(entry, isShort)
  }

  /** No owner has two threads at a time, because others may wait for the second one. */
  #hasThread(owner: string): boolean {
    return [...this.#running].some(({ entry }) => entry.owner === owner)
  }

  /** The first in the queue that may run. */
  #next(): Waiting | undefined {
    const running = [...this.#running].filter(({ isShort }) => !isShort)
    if (running.length >= this.#limits.threads) return undefined
    return this.#waiting.find(
      ({ job, owner }) =>
        !this.#hasThread(owner) &&
        running.filter(({ entry }) => entry.job.name === job.name).length <
          (job.atOnce ?? Infinity),
    )
  }

  /** The smallest job of an owner without waiting long work. */
  #nextShort(): Waiting | undefined {
    if ([...this.#running].some(({ isShort }) => isShort)) return undefined
    const hasLong = new Set(this.#waiting.filter((one) => one.wasLong).map(({ owner }) => owner))
    return this.#waiting
      .filter(
        ({ owner, bytes }) =>
          bytes <= this.#limits.short.bytesAtMost && !hasLong.has(owner) && !this.#hasThread(owner),
      )
      .reduce<Waiting | undefined>(
        (best, one) => (best && best.bytes <= one.bytes ? best : one),
        undefined,
      )
  }

  #start(entry: Waiting, isShort: boolean): void {
    const thread = this.#takeThread()
    const end = (settle: () => void, isWhole = false): void => {
      clearTimeout(deadline)
      clearInterval(watch)
      clearTimeout(overdue)
      this.#running.delete(running)
      forget(thread)
      if (isWhole) this.#keep(thread)
      else {
        thread.on('error', () => undefined) // its end is already handled
        void thread.terminate()
      }
      settle()
      this.#startNext()
    }
    const failWith = (reason: unknown): void => end(() => entry.settle(() => entry.reject(reason)))
    const running: Running = { entry, isShort, cancel: failWith }
    let overdue: NodeJS.Timeout | undefined
    const goBehind = (): void => {
      entry.wasLong = true
      end(() => void this.#waiting.push(entry))
    }
    this.#running.add(running)
    const deadline = setTimeout(() => failWith(new TooCostly('too_slow')), entry.job.deadlineMs)
    const watch = setInterval(() => {
      thread.getHeapStatistics().then(
        ({ external_memory: bytes }) => {
          if (this.#running.has(running) && bytes > this.#limits.outsideHeapMiB * 1024 * 1024)
            failWith(new TooCostly('too_large'))
        },
        () => undefined, // the thread has already ended
      )
    }, lookedAtMs)
    thread.on('message', (answer: Answer) => {
      if ('begun' in answer) {
        if (isShort) overdue = setTimeout(goBehind, this.#limits.short.ms)
      } else if ('done' in answer) end(() => entry.settle(() => entry.resolve(answer.done)), true)
      else if ('refused' in answer) {
        const { code, values, details } = answer.refused
        end(() => entry.settle(() => entry.reject(new ServiceError(code, values, details))), true)
      } else if ('tooLarge' in answer) failWith(new TooCostly('too_large'))
      else failWith(answer.error)
    })
    thread.on('error', (error: Error & { code?: string }) =>
      failWith(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooCostly('too_large') : error),
    )
    thread.on('exit', () =>
      failWith(new Error(`A thread ended without an answer: ${entry.job.name}`)),
    )
    thread.postMessage({ module: entry.job.module.href, input: entry.input } satisfies Order)
  }

  #takeThread(): Worker {
    const idle = this.#idle.pop()
    if (!idle)
      return new Worker(new URL('./thread.ts', import.meta.url), {
        execArgv: [],
        env: {},
        workerData: { niceness: this.niceness } satisfies ThreadData,
        resourceLimits: {
          maxOldGenerationSizeMb: this.#limits.heapMiB,
          maxYoungGenerationSizeMb: 64,
        },
      })
    clearTimeout(idle.timer)
    forget(idle.thread)
    idle.thread.ref()
    return idle.thread
  }

  #keep(thread: Worker): void {
    thread.unref()
    const letGo = (): void => {
      const at = this.#idle.findIndex((one) => one.thread === thread)
      if (at >= 0) this.#idle.splice(at, 1)
      void thread.terminate()
    }
    thread.on('error', letGo)
    thread.on('exit', letGo)
    this.#idle.push({ thread, timer: setTimeout(letGo, this.#limits.keptMs).unref() })
  }
}
