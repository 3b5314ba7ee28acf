// A thread that does one task after the other: see log-tasks.ts. Started by log-threads.ts.
import { parentPort } from 'node:worker_threads'
import { PieceLost } from './log-pieces.ts'
import { runTask, TooMuchMemory, type LogTask } from './log-tasks.ts'

parentPort!.on('message', async (task: LogTask) => {
  try {
    parentPort!.postMessage({ done: await runTask(task) })
  } catch (error) {
    const problem = error instanceof TooMuchMemory || error instanceof RangeError ? 'too_large' : error instanceof PieceLost ? 'lost' : null
    parentPort!.postMessage({ problem, message: error instanceof Error ? error.stack : String(error) })
  }
})
