import { Worker } from 'node:worker_threads'
import type { Config } from '../../platform/config/config.ts'
import { fail } from '../../platform/http/fail.ts'
import { createTurns } from '../../platform/turns.ts'
import type { LogResult, LogTask } from './log-tasks.ts'

/** The file itself is the reason; trying again changes nothing. */
export class Unreadable extends Error {
  readonly problem: 'too_slow' | 'too_large' | 'lost'
  constructor(problem: 'too_slow' | 'too_large' | 'lost') {
    super(problem)
    this.problem = problem
  }
}

type StoreConfig = Pick<Config, 's3' | 'dataFolder'>

/** A log of the largest kind takes some ten seconds; what takes longer was made to. */
const longestMs = 120_000
/** At once in a process: each may use a whole processor and much memory. */
const atOnce = 1
const waitingAtMost = 200
const heapMiB = 768

const turns = createTurns({
  atOnce,
  waitingAtMost,
  tooMany: () => fail('unavailable', { retryAfterS: 10 }),
})

/** @throws Unreadable; ServiceError where too many wait; whatever else went wrong in the thread */
export const runInThread = <K extends LogTask['kind']>(
  task: Extract<LogTask, { kind: K }>,
  { s3, dataFolder }: StoreConfig,
): Promise<LogResult<K>> =>
  turns.take(() => inThread({ task, store: { s3, dataFolder } }) as Promise<LogResult<K>>)

type Message =
  | { done: unknown }
  | { problem: 'too_large' | 'lost' | null; message: string | undefined }

/** Starting one takes longer than most tasks: it is kept for a while. */
const keptMs = 20_000
let spare: { thread: Worker; timer: NodeJS.Timeout } | null = null

const takeThread = (): Worker => {
  if (spare) {
    const { thread, timer } = spare
    spare = null
    clearTimeout(timer)
    return thread
  }
  return new Worker(new URL('./log-worker.ts', import.meta.url), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: 64 },
  })
}

const keepThread = (thread: Worker): void => {
  thread.removeAllListeners()
  thread.unref()
  const letGo = (): void => {
    if (spare?.thread === thread) spare = null
    void thread.terminate()
  }
  thread.on('error', letGo)
  thread.on('exit', letGo)
  spare = { thread, timer: setTimeout(letGo, keptMs).unref() }
}

const inThread = (order: { task: LogTask; store: StoreConfig }): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const thread = takeThread()
    thread.removeAllListeners()
    thread.ref()
    const end = (settle: () => void, isWhole = false): void => {
      clearTimeout(timer)
      settle()
      if (isWhole) return keepThread(thread)
      thread.removeAllListeners()
      thread.on('error', () => undefined) // its end is known already
      void thread.terminate()
    }
    const timer = setTimeout(() => end(() => reject(new Unreadable('too_slow'))), longestMs)
    thread.on('message', (message: Message) => {
      if ('done' in message) end(() => resolve(message.done), true)
      else
        end(() =>
          reject(message.problem ? new Unreadable(message.problem) : new Error(message.message)),
        )
    })
    thread.on('error', (error: Error & { code?: string }) =>
      end(() =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable('too_large') : error),
      ),
    )
    thread.on('exit', () =>
      end(() => reject(new Error('A thread that reads a flight log ended without an answer'))),
    )
    thread.postMessage(order)
  })
