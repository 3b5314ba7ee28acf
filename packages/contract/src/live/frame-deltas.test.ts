import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, FrameWriter } from './frame-deltas.ts'
import { decodeFrame, encodeClusters, encodeDrones, flightCodes } from './live.ts'
import type { LiveDroneRecord } from './live.ts'

const startMs = 1_796_127_241_655
const drone = (slot: number, change: Partial<LiveDroneRecord> = {}): LiveDroneRecord => ({
  slot,
  lng: 114 + slot / 100,
  lat: 35.5,
  headingDeg: 90,
  flight: 'spraying',
  locked: false,
  simulated: false,
  batteryPercent: 80,
  speedMs: 6.1,
  heightM: 3,
  ageS: 0.4,
  ...change,
})
const bySlot = (drones: readonly LiveDroneRecord[]): LiveDroneRecord[] =>
  drones.toSorted((a, b) => a.slot - b.slot)

const readDrones = (reader: FrameReader, bytes: ArrayBuffer): LiveDroneRecord[] => {
  const frame = reader.read(bytes)
  if (frame?.kind !== 'drones') throw new Error('no drones')
  return bySlot(frame.drones)
}
/** As a console reads them that knows only whole frames. */
const readWhole = (nowMs: number, drones: readonly LiveDroneRecord[]): LiveDroneRecord[] => {
  const frame = decodeFrame(encodeDrones(nowMs, drones))
  if (frame?.kind !== 'drones') throw new Error('no drones')
  return bySlot(frame.drones)
}

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value)
const anyDrone = fc.record({
  slot: fc.integer({ min: 0, max: 12 }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  headingDeg: orNull(fc.double({ min: 0, max: 359.9, noNaN: true })),
  flight: fc.constantFrom(...flightCodes),
  locked: fc.boolean(),
  simulated: fc.boolean(),
  batteryPercent: orNull(fc.integer({ min: 0, max: 100 })),
  speedMs: orNull(fc.double({ min: 0, max: 40, noNaN: true })),
  heightM: orNull(fc.double({ min: -50, max: 900, noNaN: true })),
  ageS: fc.oneof(
    fc.integer({ min: 0, max: 90_000_000 }).map((ms) => ms / 1000),
    fc.constant(0xffff_ffff / 10),
  ),
})
const anyFrames = fc.array(
  fc.uniqueArray(anyDrone, { selector: ({ slot }) => slot, maxLength: 8 }),
  { minLength: 1, maxLength: 6 },
)

test('differences show the same drones as whole frames', () => {
  fc.assert(
    fc.property(anyFrames, fc.integer({ min: 0, max: 5_000 }), (frames, stepMs) => {
      const [writer, reader] = [new FrameWriter(), new FrameReader()]
      for (const [i, drones] of frames.entries()) {
        const nowMs = startMs + i * stepMs
        const shown = readDrones(reader, writer.write(nowMs, drones))
        const whole = readWhole(nowMs, drones)
        expect(shown.map(({ ageS: _, ...rest }) => rest)).toEqual(
          whole.map(({ ageS: _, ...rest }) => rest),
        )
        for (const [at, { ageS }] of shown.entries())
          expect(Math.abs(ageS - whole[at]!.ageS)).toBeLessThan(0.11)
      }
    }),
  )
})

test('a drone that was not heard again takes no byte, and its age grows', () => {
  const [writer, reader] = [new FrameWriter(), new FrameReader()]
  const drones = Array.from({ length: 100 }, (_, slot) => drone(slot))
  readDrones(reader, writer.write(startMs, drones))
  for (let s = 1; s < 20; s++) {
    const bytes = writer.write(
      startMs + s * 997,
      drones.map((one) => ({ ...one, ageS: 0.4 + s * 0.997 })),
    )
    expect(bytes.byteLength).toBe(15)
    expect(readDrones(reader, bytes)[7]!.ageS).toBeCloseTo(0.4 + s * 0.997, 0)
  }
})

test('a drone that flies takes half the bytes of a whole frame', () => {
  const writer = new FrameWriter()
  const fly = (s: number): LiveDroneRecord[] =>
    Array.from({ length: 100 }, (_, slot) =>
      drone(slot, {
        lat: 35.5 + s * 6e-5,
        lng: 114 + s * 3e-5,
        headingDeg: 90 + s * 0.3,
        ageS: 0.2,
      }),
    )
  const whole = writer.write(startMs, fly(0)).byteLength
  expect(writer.write(startMs + 1000, fly(1)).byteLength).toBeLessThan(whole / 2)
})

test('a reader that missed a frame notices, and continues at the next whole frame', () => {
  const [writer, reader] = [new FrameWriter(), new FrameReader()]
  reader.read(writer.write(startMs, [drone(1)]))
  writer.write(startMs + 1000, [drone(1, { lat: 36 })])
  expect(reader.read(writer.write(startMs + 2000, [drone(1, { lat: 37 })]))).toBeNull()
  expect(reader.isLost).toBe(true)
  writer.reset()
  expect(readDrones(reader, writer.write(startMs + 3000, [drone(1, { lat: 38 })]))[0]!.lat).toBe(38)
  expect(reader.isLost).toBe(false)
})

test('no frame of a stranger is applied', () => {
  const reader = new FrameReader()
  const writer = new FrameWriter()
  writer.write(startMs, [drone(1)])
  const delta = writer.write(startMs + 1000, [drone(1, { lat: 36 }), drone(2)])
  const read = (bytes: ArrayBuffer): unknown => {
    reader.read(encodeDrones(startMs, [drone(1)]))
    return reader.read(bytes)
  }
  expect(read(delta)).not.toBeNull()
  for (let length = 0; length < delta.byteLength; length++)
    expect(read(delta.slice(0, length))).toBeNull()
  const longer = new Uint8Array(delta.byteLength + 1)
  longer.set(new Uint8Array(delta))
  expect(read(longer.buffer)).toBeNull()
  reader.read(encodeClusters(startMs, []))
  expect(reader.read(delta)).toBeNull()
})
