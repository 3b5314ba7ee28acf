import { generate } from 'mqtt-packet'
import { describe, expect, test } from 'vitest'
import {
  BadPacket,
  FrameReader,
  parsePacket,
  readPacketId,
  readPublish,
  writeAcknowledgements,
  type Frame,
} from './mqtt-frames.ts'

const publish = (messageId: number, payload: string): Buffer =>
  generate({
    cmd: 'publish',
    topic: 'v1/d/A/track',
    payload,
    qos: 1,
    messageId,
    dup: false,
    retain: false,
  })
const all = (reader: FrameReader): Frame[] => {
  const frames: Frame[] = []
  for (let frame = reader.next(); frame; frame = reader.next()) frames.push(frame)
  return frames
}
const one = (...bytes: number[]): Frame => {
  const reader = new FrameReader(1_000)
  reader.push(Buffer.from(bytes))
  return reader.next()!
}

describe('packets', () => {
  const payloads = ['a', 'b'.repeat(200), 'c'.repeat(20_000), 'd']
  const bytes = Buffer.concat(payloads.map((payload, i) => publish(i + 1, payload)))

  test.each([1, 2, 3, 127, 128, 1_460, 65_536])(
    'are the same however they arrive: %i bytes at a time',
    (size) => {
      const reader = new FrameReader(100_000)
      const read: Frame[] = []
      for (let at = 0; at < bytes.length; at += size) {
        reader.push(bytes.subarray(at, at + size))
        read.push(...all(reader))
      }
      expect(read.map((frame) => readPublish(frame))).toEqual(
        payloads.map((payload, i) => ({
          topic: 'v1/d/A/track',
          payload: Buffer.from(payload),
          retain: false,
          qos: 1,
          id: i + 1,
        })),
      )
    },
  )

  test('that are read stay as they are while more arrives', () => {
    const reader = new FrameReader(100_000)
    reader.push(bytes.subarray(0, 10))
    reader.push(bytes.subarray(10, 30))
    const [first] = all(reader)
    const before = Buffer.from(first!.bytes)
    for (let at = 30; at < bytes.length; at += 100) reader.push(bytes.subarray(at, at + 100))
    all(reader)
    expect(first!.bytes.equals(before)).toBe(true)
  })

  test('that are too long are refused when their length arrives', () => {
    const reader = new FrameReader(1_000)
    reader.push(Buffer.from([0x30, 0xff, 0xff]))
    expect(reader.next()).toBeNull()
    reader.push(Buffer.from([0x7f]))
    expect(() => reader.next()).toThrow('Packet too long')
    reader.longest = 200_000_000
    expect(reader.next()).toBeNull()
  })

  test('have a length of four bytes at most', () => {
    const reader = new FrameReader(1_000)
    reader.push(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0]))
    expect(() => reader.next()).toThrow(BadPacket)
  })
})

describe('PUBLISH', () => {
  test('of QoS 0 has no identifier; of QoS 2 it has one', () => {
    expect(readPublish(one(0x31, 4, 0, 1, 0x61, 0x7b))).toEqual({
      topic: 'a',
      payload: Buffer.from('{'),
      retain: true,
      qos: 0,
      id: 0,
    })
    expect(readPublish(one(0x34, 5, 0, 1, 0x61, 1, 2))).toMatchObject({ qos: 2, id: 0x102 })
  })

  test.each([
    ['nothing in it', [0x30, 0]],
    ['half of a length', [0x30, 1, 0]],
    ['a topic beyond its end', [0x30, 3, 0, 9, 0x61]],
    ['no identifier', [0x32, 3, 0, 1, 0x61]],
    ['the identifier 0', [0x32, 5, 0, 1, 0x61, 0, 0]],
    ['no topic', [0x30, 2, 0, 0]],
    ['a wildcard', [0x30, 3, 0, 1, 0x23]],
    ['QoS 3', [0x36, 5, 0, 1, 0x61, 0, 1]],
  ])('with %s is refused', (_what, bytes) => {
    expect(() => readPublish(one(...bytes))).toThrow(BadPacket)
  })
})

test('other packets are parsed completely or refused', () => {
  expect(parsePacket(one(0x82, 6, 0, 1, 0, 1, 0x61, 1))).toMatchObject({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: 'a', qos: 1 }],
  })
  for (const bytes of [
    [0x82, 6, 0, 0, 0, 1, 0x61, 1], // the identifier 0
    [0x82, 4, 0, 1, 0, 9], // a topic beyond its end
    [0x80, 6, 0, 1, 0, 1, 0x61, 1], // flags that are not allowed
    [0x10, 2, 0, 4],
  ])
    expect(() => parsePacket(one(...bytes)), String(bytes)).toThrow(BadPacket)
})

test('acknowledgements', () => {
  expect(readPacketId(one(0x40, 2, 1, 2))).toBe(0x102)
  expect(() => readPacketId(one(0x40, 2, 0, 0))).toThrow(BadPacket)
  expect(() => readPacketId(one(0x40, 3, 0, 1, 0))).toThrow(BadPacket)
  const written = writeAcknowledgements([
    { type: 4, id: 1 },
    { type: 5, id: 0xffff },
    { type: 7, id: 3 },
  ])
  expect(written.toString('hex')).toBe('40020001' + '5002ffff' + '70020003')
})
