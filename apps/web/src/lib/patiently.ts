// Retries calls that may have failed because of a broken connection.
import { CallError } from './api.ts'

/** Pauses between attempts, ms: most connections recover quickly. */
const pauses = [1_000, 3_000, 8_000, 20_000]
const mayPass = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 502)

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

export const patiently = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !mayPass(error) || tries >= pauses.length) throw error
      await sleep(pauses[tries]!, signal)
    }
  }
}
