// A thread that runs one job after the other: see thread-pool.ts.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../errors/fail.ts'
import type { Answer, Order, ThreadData } from './worker-job.ts'

/** Messages of errors that occur if an array, a buffer, a text or the stack exceeds its maximum. */
const tooLarge =
  /^Invalid (array|string|typed array) length|^Array buffer allocation failed|^Cannot create a Buffer larger|^Maximum call stack/

const answerTo = async ({ module, input }: Order): Promise<Answer> => {
  try {
    const { run } = (await import(module)) as { run: (input: unknown) => unknown }
    parentPort!.postMessage({ begun: true } satisfies Answer)
    return { done: await run(input) }
  } catch (error) {
    if (error instanceof ServiceError) {
      const { code, values, details } = error
      return { refused: { code, values, ...(details && { details: [...details] }) } }
    }
    if (error instanceof RangeError && tooLarge.test(error.message)) return { tooLarge: true }
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

// Linux has a priority per thread. Elsewhere this would change the whole process.
if (process.platform === 'linux') setPriority((workerData as ThreadData).niceness)

parentPort!.on('message', (order: Order) => {
  void answerTo(order).then((answer) => parentPort!.postMessage(answer))
})
