import { expect, test } from 'vitest'
import {
  countChunks,
  headerBytes,
  measureContainer,
  readContainerHeader,
  writeContainerHeader,
  type ContainerHeader,
} from './firmware-container.ts'

const header: ContainerHeader = {
  chunkBytes: 65_536,
  buildBytes: 200_000,
  buildId: '00112233445566778899aabbccddeeff',
  modelId: '0'.repeat(32),
  fingerprint: '0123456789abcdef',
  salt: 'a0'.repeat(16),
  sha256: 'b1'.repeat(32),
  firmwareType: 'flight_controller',
  version: '3.2.1',
  rcid: 'RC-1,RC-2',
}

test('a header is read as it was written', () => {
  const bytes = writeContainerHeader(header)
  expect(bytes).toHaveLength(headerBytes)
  expect(readContainerHeader(bytes)).toEqual(header)
  // also where it begins in the middle of other bytes
  const within = new Uint8Array(300)
  within.set(bytes, 7)
  expect(readContainerHeader(within.subarray(7))).toEqual(header)
  expect(countChunks(header)).toBe(4)
  expect(measureContainer(header)).toBe(256 + 200_000 + 4 * 16 + 64)
})

test('an invalid header, or one with impossible values, is refused', () => {
  expect(readContainerHeader(new Uint8Array(100))).toBe('not_a_container')
  const spoiled = (at: number, byte: number) => {
    const bytes = writeContainerHeader(header)
    bytes[at] = byte
    return readContainerHeader(bytes)
  }
  expect(spoiled(0, 0x54)).toBe('not_a_container')
  // length of the header, spare, chunk length, build length, chunk count, text after its end
  for (const [at, byte] of [
    [9, 1],
    [10, 1],
    [12, 0xff],
    [16, 1],
    [27, 5],
    [255, 1],
    [150, 65],
    [152, 7],
  ] as const)
    expect(spoiled(at, byte), `byte ${at}`).toBe('header_wrong')
})

test('writing a text that does not fit throws', () => {
  expect(() => writeContainerHeader({ ...header, version: 'x'.repeat(33) })).toThrow('ASCII')
  expect(() => writeContainerHeader({ ...header, rcid: 'with space' })).toThrow('ASCII')
  expect(() => writeContainerHeader({ ...header, salt: 'ab' })).toThrow('16 bytes')
})
