import { expect, test } from 'vitest'
import { measureContainer, writeContainerHeader } from '@swath/domain/firmware-container'
import { FirmwareKeeper } from './firmware-keeper.ts'

const sizes = { chunkBytes: 4096, buildBytes: 5000 }
const file = (version: string): Uint8Array => {
  const bytes = new Uint8Array(measureContainer(sizes))
  bytes.set(
    writeContainerHeader({
      ...sizes,
      buildId: '0'.repeat(32),
      modelId: '0'.repeat(32),
      fingerprint: '0'.repeat(16),
      salt: '0'.repeat(32),
      sha256: '0'.repeat(64),
      firmwareType: 'flight_controller',
      version,
      rcid: '',
    }),
  )
  return bytes
}

const start = (version: string, droneId = 'SW-1') => {
  const said: { type: string; offer: string; bytes?: number; reason?: string }[] = []
  const asked: number[] = []
  const clock = { nowMs: 0 }
  const content = file(version)
  let breaks = 1
  const keeper = new FirmwareKeeper({
    droneId,
    version: '1.0.0',
    say: (word) => said.push(word as never),
    // The link breaks once, and then delivers 2,000 bytes at a time.
    fetch: async (_path, offset) => {
      asked.push(offset)
      if (breaks-- > 0) throw new Error('broken')
      return content.subarray(offset, offset + 2_000)
    },
    nowMs: () => clock.nowMs,
    onInstalled: () => undefined,
  })
  const offer = { v: 1, type: 'offer', offer: 'o1', version, bytes: content.length, path: '/x' }
  const go = async (isOnGround = true): Promise<void> => {
    clock.nowMs += 5_000
    keeper.tick(isOnGround)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    keeper,
    said,
    asked,
    go,
    hear: (word: object) => keeper.hear(Buffer.from(JSON.stringify(word))),
    offer,
  }
}

test('downloads in parts, continues after a break, and installs only on the ground', async () => {
  const { keeper, said, asked, go, hear, offer } = start('2.0.0')
  hear(offer)
  for (let i = 0; i < 4; i++) await go()
  hear(offer)
  expect(asked).toEqual([0, 0, 2_000, 4_000])
  expect(said).toMatchObject([
    { type: 'downloading', bytes: 2_000, offer: 'o1' },
    { type: 'downloading', bytes: 4_000 },
    { type: 'verified' },
  ])
  for (let i = 0; i < 5; i++) await go(false)
  expect(keeper.version).toBe('1.0.0')
  await go()
  await go()
  expect(said.at(-1)).toEqual({ type: 'installed', offer: 'o1' })
  expect(keeper.version).toBe('2.0.0')
})

test('a withdrawn offer is dropped, and another one starts from the beginning', async () => {
  const { said, asked, go, hear, offer } = start('2.0.0')
  hear(offer)
  await go()
  await go()
  hear({ v: 1, type: 'withdraw', offer: 'o1' })
  await go()
  expect(asked).toEqual([0, 0])
  hear({ ...offer, offer: 'o2' })
  await go()
  expect(asked.at(-1)).toBe(0)
  expect(said.at(-1)).toMatchObject({ offer: 'o2' })
})

test('a file that differs from the offer fails; a bad build fails on some drones', async () => {
  const wrong = start('2.0.0')
  wrong.hear({ ...wrong.offer, version: '2.0.1' })
  for (let i = 0; i < 5; i++) await wrong.go()
  expect(wrong.said.at(-1)).toMatchObject({
    type: 'failed',
    reason: 'file is not what was offered',
  })
  const ends = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const bad = start('2.0.0-bad', `SW-${i}`)
      bad.hear(bad.offer)
      for (let turn = 0; turn < 7; turn++) await bad.go()
      return bad.said.at(-1)!.type
    }),
  )
  const failed = ends.filter((type) => type === 'failed').length
  expect(failed).toBeGreaterThan(3)
  expect(failed).toBeLessThan(25)
  expect(new Set(ends)).toEqual(new Set(['failed', 'installed']))
})
