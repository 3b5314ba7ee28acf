// Starts the thread of the template flights (flight-thread.seed.ts). Loads nothing else, so that it
// starts before anything else of the program.
import { Worker } from 'node:worker_threads'
import type { FlightPool } from './template-flights.seed.ts'

export type MadePool = [name: string, pool: FlightPool]

export type FlightThread = {
  /** Waits until the pool is computed. */
  readonly pool: (name: string) => Promise<FlightPool>
  readonly stop: () => Promise<unknown>
}

export const startFlightThread = (): FlightThread => {
  const worker = new Worker(new URL('./flight-thread.seed.ts', import.meta.url), {
    // Most of what it makes is garbage at once.
    resourceLimits: { maxYoungGenerationSizeMb: 128 },
  })
  worker.unref()
  const pools = new Map<string, PromiseWithResolvers<FlightPool>>()
  const poolOf = (name: string): PromiseWithResolvers<FlightPool> => {
    const found = pools.get(name) ?? Promise.withResolvers()
    pools.set(name, found)
    return found
  }
  worker.on('message', ([name, pool]: MadePool) => poolOf(name).resolve(pool))
  const failed = new Promise<never>((_resolve, reject) => void worker.once('error', reject))
  failed.catch(() => undefined) // reported to those who wait
  return {
    pool: (name) => Promise.race([poolOf(name).promise, failed]),
    stop: () => worker.terminate(),
  }
}
