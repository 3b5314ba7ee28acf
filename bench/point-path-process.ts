// The processing of a point in one work tree, in a separate process. Argument: the tree's folder.
// Each command is one round, answered by nanoseconds a point.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Validation from '@swath/domain/point-validation'
import type * as Points from '@swath/domain/telemetry-point'
import { answer } from './processes.ts'

/** The part of the decoder's result that is the same in every work tree. */
type Decoded = { points?: readonly Points.TelemetryPoint[] }

export type Round = { read: number; check: number; append: number; at: number }

const tree = process.argv[2]!
const load = async (path: string): Promise<unknown> =>
  await import(pathToFileURL(join(tree, path)).href)
const { checkPoint } = (await load('packages/domain/src/point-validation.ts')) as typeof Validation
const { PointColumns } = (await load('packages/domain/src/telemetry-point.ts')) as typeof Points
const { decodeJson } = (await load('apps/server/src/gateway/protocols/mqtt-json/decode.ts')) as {
  decodeJson: (bytes: Buffer, channel: 'track') => Decoded
}

const startMs = 1_767_225_600_000
const pointsAMessage = 20
const messages = 500

/** The fields that most devices report, and with `more` those that only a few report. */
const pointFields = (i: number, more: boolean): object => ({
  t: startMs + i * 1_000,
  lng: 116.39 + i * 1e-6,
  lat: 39.9 + i * 2e-6,
  height: 3 + (i % 20) / 100,
  speed: 6 + (i % 7) / 10,
  heading: (i * 3.7) % 360,
  flow: 3 + (i % 11) / 100,
  pump: i % 40 > 5,
  width: 5.5,
  tank: 30 - (i % 3_000) / 100,
  battery: 95 - (i % 600) / 10,
  link: 90 + (i % 4),
  fix: 6,
  sats: 22 + (i % 2),
  mode: 3,
  ...(more ? { flowSet: 3, roll: 2.5, pitch: -1.25, cells: [4.1, 4.1, 4.05, 4.08] } : {}),
})

const encodeMessage = (m: number, more: boolean): Buffer => {
  const first = m * pointsAMessage
  const pts = Array.from({ length: pointsAMessage }, (_, i) => pointFields(first + i, more))
  return Buffer.from(JSON.stringify({ v: 1, boot: 'k3f9', seq: first, pts }))
}

const count = messages * pointsAMessage
/** The minimum of some runs: other work on the machine affects it least. */
const nsAPoint = (work: () => void): number => {
  let leastMs = Infinity
  for (let run = 0; run < 5; run++) {
    const startedMs = performance.now()
    work()
    leastMs = Math.min(leastMs, performance.now() - startedMs)
  }
  return (leastMs * 1e6) / count
}

const round = (bytes: readonly Buffer[]): Round => {
  const points = bytes.flatMap((one) => decodeJson(one, 'track').points ?? [])
  const taken = points.flatMap((point) => {
    const checked = checkPoint(point, { receivedAtMs: point.tMs + 500, clockShiftMs: null })
    return checked.ok ? [checked.point] : []
  })
  const columns = PointColumns.of(taken)
  if (taken.length !== count || columns.length !== count) throw new Error('points were lost')
  /** The result is kept, so that the compiler cannot omit creating it. */
  const kept: unknown[] = Array.from({ length: count })
  return {
    read: nsAPoint(() => bytes.forEach((one, m) => (kept[m % 20] = decodeJson(one, 'track')))),
    check: nsAPoint(() => {
      for (let i = 0; i < count; i++) {
        const point = points[i]!
        kept[i] = checkPoint(point, { receivedAtMs: point.tMs + 500, clockShiftMs: null })
      }
    }),
    append: nsAPoint(() => {
      const table = new PointColumns(count)
      for (const point of taken) table.append(point)
    }),
    at: nsAPoint(() => {
      for (let i = 0; i < count; i++) kept[i] = columns.at(i)
    }),
  }
}

const asMostTell = Array.from({ length: messages }, (_, m) => encodeMessage(m, false))
/** One device in four reports more. */
const mixed = Array.from({ length: messages }, (_, m) => encodeMessage(m, m % 4 === 0))

process.stdout.write('{}\n')
await answer(async ({ do: what }) => {
  if (what === 'end') return null
  return round(what === 'mixed' ? mixed : asMostTell)
})
