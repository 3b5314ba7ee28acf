import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGroupCommit } from './group-commit.ts'
import type { IngestRecord } from './ingest-log.ts'

/** Of commits with few records. */
const everyMs = 20

const record = (droneId: string): IngestRecord => ({
  receivedAtMs: 0,
  droneId,
  kind: 'track',
  refusal: '',
  bytes: Buffer.from('a message'),
})

/** A log whose commits take a millisecond; `beganMs` has the beginning of each. */
const openLog = () => {
  const beganMs: number[] = []
  const sizes: number[] = []
  const log = createGroupCommit(async (records) => {
    beganMs.push(performance.now())
    sizes.push(records.length)
    await sleep(1)
  }, {})
  return { log, beganMs, sizes }
}

/** Times between beginnings, ms. */
const gapsOf = (beganMs: readonly number[]): number[] =>
  beganMs.slice(1).map((ms, i) => ms - beganMs[i]!)

test('commits of several devices begin apart, and those of the meantime share one', async () => {
  const { log, beganMs, sizes } = openLog()
  const send = async (droneId: string): Promise<void> => {
    for (let i = 0; i < 20; i++) await log.append(record(droneId))
  }
  await Promise.all(['A', 'B', 'C', 'D'].map(send))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(80)
  expect(Math.max(...sizes)).toBe(4)
  // The last device may be alone at the end. On a busy machine single beginnings are noted late,
  // which their mean does not depend on; timers may end a millisecond early.
  const shared = gapsOf(beganMs).filter((_gap, i) => sizes[i + 1]! > 1)
  expect(shared.length).toBeGreaterThan(10)
  const meanMs = shared.reduce((sum, gap) => sum + gap, 0) / shared.length
  expect(meanMs).toBeGreaterThan(everyMs - 3)
})

test('commits of many records begin sooner', async () => {
  const { log, beganMs, sizes } = openLog()
  const send = async (droneId: string): Promise<void> => {
    for (let i = 0; i < 20; i++) await log.append(record(droneId))
  }
  await Promise.all(Array.from({ length: 60 }, (_, i) => send(`D${i}`)))
  expect(sizes.slice(1, 19).every((size) => size >= 50)).toBe(true)
  expect(Math.min(...gapsOf(beganMs))).toBeLessThan(everyMs - 3)
})

test('a device that is alone does not wait for the next commit', async () => {
  const { log, beganMs, sizes } = openLog()
  for (let i = 0; i < 50; i++) await log.append(record('A'))
  expect(sizes).toEqual(Array(50).fill(1))
  expect(Math.min(...gapsOf(beganMs))).toBeLessThan(everyMs - 3)
})
