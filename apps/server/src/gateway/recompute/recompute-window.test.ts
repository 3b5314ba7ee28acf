// Recomputing from the last stretch on the ground before new data gives the same result as the
// whole activity window.
import { detectSorties, type SortieResult } from '@swath/domain/sortie-detector'
import type { DeviceEvent } from '@swath/domain/device-event'
import { PointColumns, type TelemetryPoint } from '@swath/domain/telemetry-point'
import { describe, expect, test } from 'vitest'
import { packPoints, packTrack, unpackPoints } from '../tracks/chunk.ts'
import { activityWindowAround } from './activity-windows.ts'
import type { TimeRange } from '@swath/domain/time-range'
import { computeSortieId } from '../tracks/sortie-id.ts'
import { recomputeWindowAround, type StoredReader } from './recompute-window.ts'
import { layOutTracks } from './tracks.ts'

const droneId = 'ST-0'
const dayMs = Date.UTC(2026, 5, 1, 2, 0, 0)

const randomFrom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
type Random = () => number
type Day = { points: TelemetryPoint[]; events: DeviceEvent[] }

/** How irregular a day is; a regular one can always be cut somewhere. */
type Wildness = { rivals: number; jumps: number; silences: number; strangeDevice: number }
const tame: Wildness = { rivals: 0, jumps: 0, silences: 0, strangeDevice: 0 }
const wild: Wildness = { rivals: 0.3, jumps: 0.3, silences: 0.5, strangeDevice: 0.6 }

/** A day of flights and time on the ground, with points throughout. */
const buildDay = (random: Random, wildness: Wildness): Day => {
  const day: Day = { points: [], events: [] }
  const strange = random() < wildness.strangeDevice
  const [tellsSpeed, tellsHeight, tellsBoot, countsOne, wholeSeconds] = [
    !strange || random() < 0.6,
    !strange || random() < 0.6,
    !strange || random() < 0.8,
    strange && random() < 0.4,
    strange && random() < 0.3,
  ]
  const stepMs = wholeSeconds ? 250 : [1_000, 1_000, 2_000, 5_000][Math.floor(random() * 4)]!
  let tMs = dayMs + Math.floor(random() * 3_600_000)
  let [boot, seq, x, sortie] = [1, 0, 0, 0]
  const bootName = () => (tellsBoot ? `b${boot}` : null)
  const say = (airborne: boolean, moves: boolean): void => {
    const noise = random()
    x += moves ? (5 * stepMs) / 1000 : 0
    day.points.push({
      tMs: wholeSeconds ? Math.floor(tMs / 1000) * 1000 : tMs,
      lng: 120 + x / 96_000,
      lat: 30,
      heightM: tellsHeight ? (airborne ? 3 : noise < 0.05 ? 0.7 : 0) : null,
      speedMs: tellsSpeed ? (moves ? 5 : noise > 0.97 ? 1.7 : 0.1) : null,
      headingDeg: null,
      flowLMin: null,
      pumpOn: moves,
      swathWidthM: 5,
      tankL: null,
      batteryPercent: null,
      linkPercent: null,
      fix: null,
      satellites: null,
      mode: null,
      boot: bootName(),
      seq: seq++,
    })
    tMs += stepMs + (wholeSeconds ? 0 : Math.floor(random() * 20))
  }
  const tell = (type: DeviceEvent['type'], number: number | null, atMs = tMs): void => {
    day.events.push({
      type,
      tMs: atMs,
      boot: bootName(),
      seq: seq++,
      number,
      claimedAreaM2: null,
      pilotId: null,
      cropId: null,
      chemical: null,
      plotId: null,
    })
  }
  const ground = (seconds: number): void => {
    for (const untilMs = tMs + seconds * 1000; tMs < untilMs;) say(false, false)
  }
  const flights = 3 + Math.floor(random() * 5)
  ground(30 + random() * 300)
  for (let i = 0; i < flights; i++) {
    const number = countsOne ? 1 : ++sortie
    const chance = random()
    if (chance < 0.6) tell('takeoff', chance < 0.5 ? number : null)
    for (const untilMs = tMs + 20_000 + random() * 240_000; tMs < untilMs;)
      say(true, random() < 0.98)
    const ended = random()
    if (ended < 0.4) tell('landing', ended < 0.35 ? number : null)
    else if (ended < 0.5) {
      ground(5 + random() * 150)
      tell('landing', random() < 0.7 ? number : null)
    } else if (ended < 0.55) tell('disarm', null)
    if (random() < wildness.silences * 0.5) tMs += random() * 400_000
    ground([10, 40, 90, 300, 900][Math.floor(random() * 5)]! * (0.5 + random()))
    if (random() < 0.3) {
      boot += random() < wildness.strangeDevice * 0.3 ? -1 : 1
      seq = boot * 100_000
      ground(20 + random() * 200)
    }
    if (random() < wildness.jumps * 0.3)
      day.points.push({ ...day.points.at(-1)!, tMs: tMs - stepMs / 2, lng: 100, seq: seq++ })
  }
  if (random() < wildness.rivals) {
    const [from, length] = [Math.floor(random() * day.points.length), Math.floor(random() * 100)]
    day.points.push(
      ...day.points
        .slice(from, from + length)
        .map((point) => ({
          ...point,
          tMs: point.tMs + 137,
          boot: random() < 0.5 ? 'rival' : point.boot,
          seq: (point.seq ?? 0) + 50_000,
        })),
    )
  }
  return day
}

/** The stored data after `before` was recomputed and `fresh` has arrived. */
const storedAfter = (before: Day, fresh: Day, asOfMs: number) => {
  const result = detectSorties(PointColumns.of(before.points), before.events, { asOfMs })
  const flights = result.spans.map((span) => ({ id: computeSortieId(droneId, span), span }))
  const chunks = layOutTracks(droneId, flights, result).map(({ chunk, copyPoints }) => ({
    ...chunk,
    columns: packTrack(copyPoints()),
    derived: true,
  }))
  const arrived =
    fresh.points.length === 0
      ? []
      : windowsAsWritten(fresh.points).map((points) => ({
          id: '7',
          sortieId: null,
          rejected: false,
          derived: false,
          fromMs: points.tMs[0]!,
          untilMs: points.tMs[points.length - 1]!,
          pointCount: points.length,
          columns: packPoints(points),
        }))
  const all = [...chunks, ...arrived]
  const events = [
    ...before.events.map((event) => ({ event, derived: true })),
    ...fresh.events.map((event) => ({ event, derived: false })),
  ]
  const overlaps = (within: TimeRange) => (one: TimeRange) =>
    one.fromMs <= within.untilMs && one.untilMs >= within.fromMs
  const inside =
    (within: TimeRange) =>
    ({ event }: { event: DeviceEvent }) =>
      event.tMs >= within.fromMs && event.tMs <= within.untilMs
  const sorties = flights.map(({ id, span: { startMs, endMs, state, boot, number } }) => ({
    id,
    startMs,
    endMs,
    state,
    boot,
    number,
    manufacturerId: 'm',
    operatorId: null,
    tenantId: null,
    swathWidthM: null,
  }))
  const stored: StoredReader = {
    headers: async (within) => ({
      chunks: all.filter(overlaps(within)),
      events: events
        .filter(inside(within))
        .map(({ event, derived }) => ({
          tMs: event.tMs,
          type: event.type,
          boot: event.boot ?? '',
          number: event.number,
          derived,
        })),
    }),
    chunks: async (within) => all.filter(overlaps(within)),
    events: async (within) => events.filter(inside(within)).map(({ event }) => event),
    sorties: async (within) =>
      sorties.filter(
        (sortie) => sortie.startMs >= within.fromMs && sortie.startMs <= within.untilMs,
      ),
  }
  return { stored, result, flights, chunks }
}

/** Splits points as checkpoints do: in order of time, at long silences. */
const windowsAsWritten = (points: readonly TelemetryPoint[]): PointColumns[] => {
  const sorted = PointColumns.of(points).sorted()
  const parts: PointColumns[] = []
  for (let from = 0, i = 1; i <= sorted.length; i++) {
    if (i < sorted.length && sorted.tMs[i]! - sorted.tMs[i - 1]! <= 120_000) continue
    parts.push(sorted.slice(from, i))
    from = i
  }
  return parts
}

const bare = ({ fromIndex: _, toIndex: __, ...sortie }: SortieResult['spans'][number]) => sortie
const ids = (result: SortieResult) =>
  layOutTracks(
    droneId,
    result.spans.map((span) => ({ id: computeSortieId(droneId, span), span })),
    result,
  ).map(({ chunk }) => chunk.id)

/** Splits a day into two deliveries: the second is its end, a stretch of it, or random parts. */
const split = (day: Day, random: Random): { before: Day; fresh: Day } => {
  const times = [...day.points, ...day.events].map(({ tMs }) => tMs).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!
  const way = random()
  const [from, length] = [0.3 + random() * 0.7, way < 0.6 ? 1 : random() * 0.1]
  const [fromMs, untilMs] = [at(from), way < 0.6 ? Infinity : at(Math.min(0.999, from + length))]
  const isFresh = (tMs: number): boolean =>
    tMs >= fromMs && tMs <= untilMs && (way < 0.85 || random() < 0.5)
  const fresh = {
    points: new Set(day.points.filter(({ tMs }) => isFresh(tMs))),
    events: new Set(day.events.filter(({ tMs }) => isFresh(tMs))),
  }
  return {
    before: {
      points: day.points.filter((point) => !fresh.points.has(point)),
      events: day.events.filter((event) => !fresh.events.has(event)),
    },
    fresh: { points: [...fresh.points], events: [...fresh.events] },
  }
}

/** Whether the stretch was cut, and its share of the activity window. */
const compare = async (
  seed: number,
  wildness: Wildness,
): Promise<{ cut: boolean; share: number }> => {
  const random = randomFrom(seed)
  const day = buildDay(random, wildness)
  const { before, fresh } = split(day, random)
  if (fresh.points.length + fresh.events.length === 0) return { cut: false, share: 1 }
  const seedMs = Math.min(...[...fresh.points, ...fresh.events].map(({ tMs }) => tMs))
  const lastMs = Math.max(...[...before.points, ...before.events].map(({ tMs }) => tMs), dayMs)
  const nowMs =
    Math.max(...[...day.points, ...day.events].map(({ tMs }) => tMs)) +
    1_000 +
    (random() < 0.5 ? 600_000 : 0)
  const { stored, flights, chunks } = storedAfter(
    before,
    fresh,
    seedMs > lastMs ? lastMs + 500 : lastMs + 3_600_000,
  )
  const everything = { fromMs: dayMs - 3 * 86_400_000, untilMs: dayMs + 3 * 86_400_000 }
  const activity = activityWindowAround(await stored.headers(everything), {
    fromMs: seedMs,
    untilMs: seedMs,
  })!
  const within = <T extends { tMs: number }>(list: readonly T[]): T[] =>
    list.filter(({ tMs }) => tMs >= activity.fromMs && tMs <= activity.untilMs)
  const points = new PointColumns(64)
  for (const chunk of await stored.chunks(activity)) points.appendAll(unpackPoints(chunk.columns))
  const whole = detectSorties(points, within(day.events), { asOfMs: nowMs })
  const stretch = (await recomputeWindowAround(
    stored,
    { fromMs: seedMs, untilMs: seedMs },
    { nowMs, pointsAtMost: Infinity },
  ))!
  const cutMs = stretch.extent.fromMs
  const cut = cutMs > activity.fromMs
  const kept = flights
    .filter(({ span }) => cut && span.startMs >= activity.fromMs && span.startMs < cutMs)
    .map(({ span }) => bare(span))
  expect([...kept, ...stretch.result.spans.map(bare)], `seed ${seed}`).toEqual(
    whole.spans.map(bare),
  )
  expect(stretch.result.rejected.length, `seed ${seed}`).toBe(whole.rejected.length)
  const keptIds = chunks
    .filter((chunk) => cut && chunk.untilMs >= activity.fromMs && chunk.untilMs < cutMs)
    .map(({ id }) => id)
  expect([...keptIds, ...ids(stretch.result)].sort(), `seed ${seed}`).toEqual(ids(whole).sort())
  return { cut, share: stretch.result.points.length / Math.max(1, whole.points.length) }
}

describe('recomputing from the last stretch on the ground before new data', () => {
  test('on ordinary days gives the same result as the whole activity window, with less work', async () => {
    const shares: number[] = []
    for (let seed = 1; seed <= 60; seed++) {
      const { cut, share } = await compare(seed, tame)
      shares.push(cut ? share : 1)
    }
    expect(shares.filter((share) => share < 1).length).toBeGreaterThan(30)
  })

  test('on days with silences, second devices, impossible positions and unusual firmware gives the same result', async () => {
    let cuts = 0
    for (let seed = 1_001; seed <= 1_120; seed++) if ((await compare(seed, wild)).cut) cuts++
    expect(cuts).toBeGreaterThan(20)
  })
})
