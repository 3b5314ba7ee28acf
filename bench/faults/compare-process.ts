// Compares the truth of a campaign with the installation. Argument: JSON of `ToCompare`; prints JSON
// of `Comparison`.
import { setTimeout as sleep } from 'node:timers/promises'
import { checkRecords } from '@swath/server/cli/verify-records'
import { checkBooks } from '@swath/server/cli/verify-ledger'
import { checkAuditLogs } from '@swath/server/cli/verify-audit'
import { sealLedger } from '@swath/server/modules/money/public'
import type { Db } from '@swath/server/platform/database/database'
import {
  compareEvents,
  compareFlights,
  compareMoney,
  comparePoints,
  createComparison,
  dronesOf,
  type Comparison,
} from './compare.ts'
import { withRunning, type Installation } from './installation.ts'
import { pricePerMuMinor } from './prices.ts'
import { readTruth, type Fact } from './truth.ts'

export type ToCompare = Installation & {
  truthPath: string
  /** How long the program may need until everything is stored once. */
  limitMs: number
  /** Of the API, and of a person who uploaded files. */
  httpPort: number
  bearer: string
}

const compareFiles = async (
  { httpPort, bearer }: ToCompare,
  facts: readonly Fact[],
  { totals, count }: ReturnType<typeof createComparison>,
): Promise<void> => {
  for (const fact of facts) {
    if (fact.kind !== 'file') continue
    totals.acknowledged++
    const response = await fetch(`http://127.0.0.1:${httpPort}${fact.url}`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    await response.arrayBuffer()
    if (response.ok) totals.stored++
    else count('lost', `file ${fact.url}: ${response.status}`)
  }
}

const compareAll = async (db: Db, toCompare: ToCompare): Promise<Comparison> => {
  const facts = readTruth(toCompare.truthPath)
  const comparing = createComparison()
  const drones = dronesOf(facts)
  for (const [droneId, drone] of drones) {
    await comparePoints(db, droneId, drone, comparing)
    await compareEvents(db, droneId, drone, comparing)
    await compareFlights(db, droneId, drone, pricePerMuMinor, comparing)
  }
  await compareMoney(db, facts, comparing)
  await compareFiles(toCompare, facts, comparing)
  for (const fact of facts) if (fact.kind === 'wrong') comparing.count('wrong', fact.what)
  await sealLedger(db)
  for (const check of [checkRecords, checkBooks, checkAuditLogs])
    for (const problem of (await check(db)).problems) comparing.count('wrong', problem)
  return comparing.totals
}

/**
 * The program needs time: what waits in the ingest log is stored by the next checkpoint, and what
 * was stored twice after a crash remains until its flight is computed again. A fault that comes late
 * must be seen too, so the first comparison waits.
 */
const compareUntilRight = async (db: Db, toCompare: ToCompare): Promise<Comparison> => {
  await sleep(2_000)
  for (const untilMs = performance.now() + toCompare.limitMs; ; await sleep(1_000)) {
    const compared = await compareAll(db, toCompare)
    if (compared.problems.length === 0 || performance.now() > untilMs) return compared
  }
}

const given = JSON.parse(process.argv[2]!) as ToCompare
const result = await withRunning(given, (db) => compareUntilRight(db, given))
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
