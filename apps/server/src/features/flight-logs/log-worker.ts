// A thread that does one task after the other: see log-tasks.ts. Started by log-threads.ts.
import { parentPort } from 'node:worker_threads'
import type { Config } from '../../platform/config/config.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { PieceLost } from './log-pieces.ts'
import { runTask, TooMuchMemory, type LogTask } from './log-tasks.ts'

type Order = { task: LogTask; store: Pick<Config, 's3' | 'dataFolder'> }

const carryOut = async ({ task, store }: Order): Promise<void> => {
  try {
    parentPort!.postMessage({ done: await runTask(task, openFileStore(store)) })
  } catch (error) {
    const problem =
      error instanceof TooMuchMemory || error instanceof RangeError
        ? 'too_large'
        : error instanceof PieceLost
          ? 'lost'
          : null
    parentPort!.postMessage({
      problem,
      message: error instanceof Error ? error.stack : String(error),
    })
  }
}

parentPort!.on('message', (order: Order) => void carryOut(order))
