import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { uuidFromHash, uuidv7 } from './uuid.ts'

const form = (version: number) =>
  new RegExp(`^[\\da-f]{8}-[\\da-f]{4}-${version}[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}$`)

describe('uuidv7', () => {
  test.each([0, 1, 65_535, 65_536, 4_294_967_295, 1_645_557_742_000, 2 ** 48 - 1])(
    'begins with its %i milliseconds',
    (nowMs) => {
      const id = uuidv7(nowMs)
      expect(id).toMatch(form(7))
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(nowMs)
    },
  )

  test('sorts as text by time', () => {
    const times = [5, 70_000, 1_700_000_000_000, 1_700_000_000_001, 1_799_999_999_999]
    const ids = times.map(uuidv7)
    expect(ids.toSorted()).toEqual(ids)
  })

  test('never repeats, and all its random bits vary', () => {
    const ids = Array.from({ length: 20_000 }, () => uuidv7(1_700_000_000_000))
    expect(new Set(ids).size).toBe(ids.length)
    const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`))
    const ones = Array.from(
      { length: 128 },
      (_, bit) => bits.filter((id) => (id >> BigInt(127 - bit)) & 1n).length / ids.length,
    )
    // 48 bits of time, 4 of version and 2 of variant are fixed; each of the 74 others is 1 about
    // half the time.
    for (const [bit, share] of ones.entries()) {
      if (bit < 52 || bit === 64 || bit === 65) expect([0, 1], `bit ${bit}`).toContain(share)
      else expect(Math.abs(share - 0.5), `bit ${bit}`).toBeLessThan(0.03)
    }
  })
})

describe('uuidFromHash', () => {
  test('derives the same id from the same first sixteen bytes', () => {
    const hash = createHash('sha256').update('DRONE-1, k3f9, 12').digest()
    const id = uuidFromHash(hash)
    expect(id).toMatch(form(8))
    expect(uuidFromHash(Buffer.from(hash))).toBe(id)
    expect(uuidFromHash(hash.subarray(0, 16))).toBe(id)
    expect(uuidFromHash(Buffer.from(Array(16).fill(0xff)))).toBe(
      'ffffffff-ffff-8fff-bfff-ffffffffffff',
    )
    expect(uuidFromHash(Buffer.alloc(32))).toBe('00000000-0000-8000-8000-000000000000')
  })

  test('does not change the hash', () => {
    const hash = Buffer.from(Array(32).fill(0xff))
    uuidFromHash(hash)
    expect(hash.every((byte) => byte === 0xff)).toBe(true)
  })
})
