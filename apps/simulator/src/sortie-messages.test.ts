import { describe, expect, test } from 'vitest'
import { readPoint } from '@swath/domain/point-fields'
import { buildRaster } from '@swath/domain/covered-area'
import { detectSorties } from '@swath/domain/sortie-detector'
import type { DeviceEvent } from '@swath/domain/device-event'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { WirePoint } from './drone-model.ts'
import type { LinkFault } from './fault-plan.ts'
import { planFlights } from './flight-plan.ts'
import { sampleAbility, samplePlot } from './simulator-samples.ts'
import { flySortie } from './sortie-messages.ts'
import type { FlownSortie } from './sortie-messages.ts'

const startMs = Date.UTC(2026, 5, 1, 1)
const zones = [
  {
    id: 'zone',
    shape: { kind: 'circle', center: samplePlot.ring[0]!, radiusM: 60 },
    lowerM: null,
    upperM: null,
  },
] as const
const drone = { droneId: 'TEST-1', pilotId: null, chemical: null, legacy: false, batch: 3 }

const fly = (faults: readonly LinkFault[] = [], legacy = false): FlownSortie =>
  flySortie({
    drone: { ...drone, legacy },
    plot: samplePlot,
    flight: planFlights(samplePlot, samplePlot.takeoff!, sampleAbility)[0]!,
    zones,
    startMs,
    boot: 'k3f9',
    number: 7,
    seed: '1',
    faults,
  })

type Track = { boot: string; seq: number; pts: WirePoint[] }
const pickTracks = (flown: FlownSortie): Track[] =>
  flown.transmissions
    .filter((one) => one.topic === 'track' && typeof one.message === 'object')
    .map((one) => one.message as Track)

const toPointColumns = (flown: FlownSortie): PointColumns =>
  PointColumns.of(
    pickTracks(flown).flatMap((track) =>
      track.pts.map(({ t: tMs, lng, lat, ...point }, i) =>
        readPoint({ tMs, lng, lat, boot: track.boot, seq: track.seq + i }, point),
      ),
    ),
  )

const toEvents = (flown: FlownSortie): DeviceEvent[] =>
  flown.transmissions
    .filter((one) => one.topic === 'event')
    .map((one) => {
      const message = one.message as {
        type: 'takeoff' | 'landing'
        t: number
        boot: string
        seq: number
        sortie: number
        areaM2?: number
        crop?: string
      }
      return {
        type: message.type,
        tMs: message.t,
        boot: message.boot,
        seq: message.seq,
        number: message.sortie,
        claimedAreaM2: message.areaM2 ?? null,
        pilotId: null,
        cropId: message.crop ?? null,
        chemical: null,
        plotId: null,
      }
    })

test('a simulated flight is marked at its take-off, and is otherwise the same', () => {
  const { settings, transmissions } = fly()
  const simulated = flySortie({ ...settings, simulated: true }).transmissions
  const says = (one: { message: object | string }) =>
    (one.message as { simulated?: boolean }).simulated
  expect(
    simulated.filter((one) => says(one)).map((one) => (one.message as { type: string }).type),
  ).toEqual(['takeoff'])
  expect(transmissions.filter((one) => says(one) !== undefined)).toEqual([])
  expect(
    simulated.map((one) => {
      const { simulated: _, ...message } = one.message as { simulated?: boolean }
      return { ...one, message }
    }),
  ).toEqual(transmissions)
})

describe('ground truth and domain agree', () => {
  const quiet: readonly (readonly LinkFault[])[] = [
    [],
    [{ kind: 'duplicates', share: 0.3 }],
    [{ kind: 'out_of_order', share: 0.3 }],
    [{ kind: 'offline_upload', delayS: 7200 }],
    [{ kind: 'radio_hole', fromS: 60, durationS: 90 }],
    [{ kind: 'reboot' }],
    [{ kind: 'whole_seconds_10hz' }],
  ]
  for (const faults of quiet) {
    test(faults[0]?.kind ?? 'without a fault', () => {
      const flown = fly(faults)
      const result = detectSorties(toPointColumns(flown), toEvents(flown), {
        asOfMs: startMs + 1e7,
      })
      expect(result.spans.length).toBe(1)
      const span = result.spans[0]!
      expect([span.startMs, span.endMs]).toEqual([flown.truth.startMs, flown.truth.endMs])
      const area = buildRaster(result.points, span.fromIndex, span.toIndex, 6)
      expect(Math.abs(area.coveredM2 / flown.truth.coveredM2 - 1)).toBeLessThan(0.005)
      expect(Math.abs(area.sweptM2 / flown.truth.sweptM2 - 1)).toBeLessThan(0.005)
    })
  }

  test('without events: the detector finds the flight, within seconds', () => {
    const flown = fly([], true)
    expect(toEvents(flown)).toEqual([])
    const { spans } = detectSorties(toPointColumns(flown), [], { asOfMs: startMs + 1e7 })
    expect(spans.length).toBe(1)
    expect(Math.abs(spans[0]!.startMs - flown.truth.startMs)).toBeLessThan(3_000)
    expect(Math.abs(spans[0]!.endMs - flown.truth.endMs)).toBeLessThan(3_000)
  })

  test('a zone entry is the second consecutive point inside', () => {
    const { zoneEntries } = fly().truth
    expect(zoneEntries.map((entry) => entry.zoneId)).toEqual(['zone'])
    expect(zoneEntries[0]!.tMs - fly().truth.startMs).toBeLessThan(3_000) // it takes off inside
  })
})

describe('faults are reproduced as they occur in the field', () => {
  test('nothing is sent during a radio gap, and everything afterwards', () => {
    const flown = fly([{ kind: 'radio_hole', fromS: 60, durationS: 90 }])
    expect(
      flown.transmissions.filter(
        (one) => one.atMs > startMs + 60_000 && one.atMs < startMs + 150_000,
      ),
    ).toEqual([])
    expect(toPointColumns(flown).length).toBe(toPointColumns(fly()).length)
  })

  test('numbers continue without a gap, and restart after a reboot', () => {
    for (const tracks of [
      pickTracks(
        fly([
          { kind: 'gps_null', count: 4 },
          { kind: 'clock_1970', count: 3 },
        ]),
      ),
      pickTracks(fly([{ kind: 'reboot' }])),
    ]) {
      let boot = ''
      let next = 0
      for (const track of tracks) {
        if (track.boot !== boot) next = 0
        expect(track.seq).toBe(next)
        boot = track.boot
        next += track.pts.length
      }
    }
  })

  test('wrong points are counted in the truth', () => {
    const flown = fly([
      { kind: 'gps_null', count: 4 },
      { kind: 'clock_1970', count: 3 },
      { kind: 'swapped_coordinates', count: 2 },
      { kind: 'malformed', count: 5 },
    ])
    expect(flown.truth.injected).toEqual({
      gps_null: 4,
      clock_1970: 3,
      swapped_coordinates: 2,
      malformed: 5,
    })
    const columns = toPointColumns(flown)
    expect(columns.length).toBe(flown.truth.points + 9)
    expect(columns.lng.subarray(0, columns.length).filter((lng) => lng === 0).length).toBe(4)
  })

  test('a wrong claim, a second device, a flood and an oversized message', () => {
    const plain = fly().transmissions.length
    expect(fly([{ kind: 'second_device', count: 30 }]).transmissions.length).toBe(plain + 30)
    expect(fly([{ kind: 'flood', messages: 500 }]).transmissions.length).toBe(plain + 500)
    expect(
      fly([{ kind: 'oversized', bytes: 2_000_000 }]).transmissions.some(
        (one) => typeof one.message === 'string' && one.message.length > 2_000_000,
      ),
    ).toBe(true)
    const claimed = toEvents(fly([{ kind: 'wrong_claim', factor: 1.3 }])).at(-1)!.claimedAreaM2!
    expect(claimed / fly().truth.coveredM2).toBeCloseTo(1.3, 3)
  })
})
