import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchStalls } from './stalls.ts'

test('code that blocks the event loop is reported once, whether it is still running or has ended', async () => {
  const late: number[] = []
  const stalls = watchStalls((lateMs) => late.push(lateMs))
  await sleep(60)
  const untilMs = process.threadCpuUsage().user + 300_000
  while (process.threadCpuUsage().user < untilMs);
  const { lateMs, busyMs } = stalls.longest()
  expect(lateMs).toBeGreaterThan(250)
  expect(busyMs).toBeGreaterThan(250)
  await sleep(60)
  expect(Math.max(...late)).toBeGreaterThan(250)
  stalls.longest()
  await sleep(60)
  expect(stalls.longest().busyMs).toBeLessThan(250)
  stalls.stop()
})
