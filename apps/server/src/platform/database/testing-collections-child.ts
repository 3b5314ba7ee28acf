// Prints how many full garbage collections reading 1,500 results of 400 rows takes. Runs as a
// separate process: in a test's worker the number depends on the files that ran before.
// `node testing-collections-child.ts URL`
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { LightClient } from './light-client.ts'

const client = new LightClient({ connectionString: process.argv[2]! }) as pg.Client
await client.connect()
let full = 0
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[])
    if (entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full++
})
observer.observe({ entryTypes: ['gc'] })
for (let i = 0; i < 1500; i++)
  await client.query(
    `select n, $1 || n as one, 'b' || n as two, now() as at from generate_series(1, 400) n`,
    ['a'],
  )
await setImmediate()
observer.disconnect()
console.log(full)
await client.end()
