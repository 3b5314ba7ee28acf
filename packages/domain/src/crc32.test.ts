import { expect, test } from 'vitest'
import { Crc32 } from './crc32.ts'

test('the check value of the catalogue of parametrised CRC algorithms (CRC-32/ISO-HDLC), whole and in pieces', () => {
  const digits = new TextEncoder().encode('123456789')
  expect(new Crc32().update(digits).value()).toBe(0xcbf4_3926)
  expect(new Crc32().update(digits.subarray(0, 4)).update(digits.subarray(4)).value()).toBe(
    0xcbf4_3926,
  )
  expect(new Crc32().value()).toBe(0)
})
