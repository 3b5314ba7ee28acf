// A thread that computes the template flights, a quarter of the work of the first start: meanwhile
// the main thread makes rows of the first ones, and the database writes them.
import { parentPort } from 'node:worker_threads'
import type { MadePool } from './flight-thread.ts'
import { buildPools } from './template-flights.seed.ts'
import { buildWorld } from './world.seed.ts'

for (const made of buildPools(buildWorld())) parentPort!.postMessage(made satisfies MadePool)
