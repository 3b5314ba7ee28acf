// Forms of storing the area that a flight sprayed on a plot without its track: the strips that it
// flew, an outline, and a map of cells. The flights are the simulator's: a plot sprayed in two
// halves that overlap by a third. Measured: bytes a flight and plot, and the difference of the area
// of both together from that of their tracks.
import { zstdCompressSync } from 'node:zlib'
import { ByteWriter } from '@swath/domain/byte-stream'
import { coveragePolygons } from '@swath/domain/coverage-polygons'
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { coverInTurn } from '@swath/domain/plot-ground'
import { readPoint } from '@swath/domain/point-fields'
import { contains, polygonBounds } from '@swath/domain/polygon'
import { decodeStrips, encodeStrips } from '@swath/domain/spray-strips'
import { SwathRaster } from '@swath/domain/swath-raster'
import { PointColumns } from '@swath/domain/telemetry-point'
import { sampleFlight } from '@swath/simulator/drone-model'
import { planFlights } from '@swath/simulator/flight-plan'
import { report } from './measure.ts'

const bench = 'kept-ground'
const swathWidthM = 5.5
const plane = new LocalPlane(116.39, 39.9)
const turn = 0.4
const ringOf = (wideM: number, fromM: number, toM: number): LngLat[] =>
  [
    [0, fromM],
    [wideM, fromM],
    [wideM, toM],
    [0, toM],
    [0, fromM],
  ].map(([x, y]) =>
    plane.fromPlane(
      x! * Math.cos(turn) - y! * Math.sin(turn),
      x! * Math.sin(turn) + y! * Math.cos(turn),
    ),
  )

type Noise = { noiseM: number; hz: number }

const fly = (ring: LngLat[], { noiseM, hz }: Noise): PointColumns[] =>
  planFlights({ plotId: bench, ring, cropId: null, takeoff: null }, plane.fromPlane(-20, -20), {
    swathWidthM,
    tankL: 40,
    heightM: 3,
    spraySpeedMs: 6,
    transitSpeedMs: 10,
    doseLHa: 15,
    enduranceS: 900,
  }).map((flight, i) =>
    PointColumns.of(
      sampleFlight(flight, {
        seed: `${bench} ${ring[0]!.join(' ')} ${i}`,
        startMs: 1_767_225_600_000 + i * 3_600_000,
        hz,
        noiseM,
      }).map(({ point }) =>
        readPoint({ tMs: point.t, lng: point.lng, lat: point.lat, boot: null, seq: null }, point),
      ),
    ),
  )

type Form = (plot: LngLat[], tracks: readonly PointColumns[]) => { bytes: number; areaM2: number }

const asStrips: Form = (plot, tracks) => {
  const kept = tracks.map((points) => encodeStrips([plot], points, 0, points.length, swathWidthM))
  const flights = kept.map((bytes) => ({ strips: decodeStrips(bytes)! }))
  return {
    bytes: kept.reduce((sum, { length }) => sum + length, 0),
    areaM2: coverInTurn({ rings: [plot], areaM2: 0 }, flights).at(-1)!,
  }
}

const rasterOf = (points: PointColumns, cellM: number): SwathRaster => {
  const raster = new SwathRaster(plane, cellM)
  raster.addTrack(points, 0, points.length, swathWidthM)
  return raster
}

/** Cells at least half covered whose centre is in the plot, one bit each. */
const asCells =
  (cellM: number): Form =>
  (plot, tracks) => {
    const together = new Set<string>()
    let bytes = 0
    for (const points of tracks) {
      const cells: [number, number][] = []
      rasterOf(points, cellM).forEachCell((column, row, share) => {
        const [lng, lat] = plane.fromPlane((column + 0.5) * cellM, (row + 0.5) * cellM)
        if (share >= 0.5 && contains([plot], lng, lat)) cells.push([column, row])
      })
      const least = (place: 0 | 1) => cells.reduce((all, at) => Math.min(all, at[place]), Infinity)
      const most = (place: 0 | 1) => cells.reduce((all, at) => Math.max(all, at[place]), -Infinity)
      const [left, bottom] = [least(0), least(1)]
      const [wide, high] = [most(0) - left + 1, most(1) - bottom + 1]
      const bits = new Uint8Array(Math.ceil((wide * high) / 8))
      for (const [column, row] of cells) {
        together.add(`${column} ${row}`)
        const at = (row - bottom) * wide + column - left
        bits[at >> 3]! |= 1 << (at & 7)
      }
      bytes += zstdCompressSync(bits).length
    }
    return { bytes, areaM2: together.size * cellM * cellM }
  }

const sampleM = 0.5

/** Corners to 0.11 m as differences; of both together by samples of the plot. */
const asOutline: Form = (plot, tracks) => {
  const outlines = tracks.map((points) => coveragePolygons(rasterOf(points, 0.5)))
  const out = new ByteWriter(1024)
  let last = [0, 0]
  for (const [lng, lat] of outlines.flat(3)) {
    const at = [Math.round(lng * 1e6), Math.round(lat * 1e6)]
    out.zigzag(at[0]! - last[0]!)
    out.zigzag(at[1]! - last[1]!)
    last = at
  }
  const { minLng, minLat, maxLng, maxLat } = polygonBounds([plot])
  let areaM2 = 0
  for (let x = plane.toX(minLng); x < plane.toX(maxLng); x += sampleM)
    for (let y = plane.toY(minLat); y < plane.toY(maxLat); y += sampleM) {
      const [lng, lat] = plane.fromPlane(x, y)
      if (contains([plot], lng, lat) && outlines.flat().some((one) => contains(one, lng, lat)))
        areaM2 += sampleM * sampleM
    }
  return { bytes: out.taken().length, areaM2 }
}

const forms: Record<string, Form> = {
  'strips': asStrips,
  'cells of 0.5 m': asCells(0.5),
  'cells of 0.25 m': asCells(0.25),
  'outline': asOutline,
}

for (const [wideM, highM] of [
  [40, 30],
  [100, 66],
  [120, 100],
  [250, 200],
] as const)
  for (const noise of [
    { noiseM: 0.03, hz: 5 },
    { noiseM: 0.3, hz: 1 },
    { noiseM: 1.2, hz: 1 },
    { noiseM: 1.2, hz: 5 },
  ]) {
    const plot = ringOf(wideM, 0, highM)
    const tracks = [ringOf(wideM, 0, highM * 0.65), ringOf(wideM, highM * 0.35, highM)].flatMap(
      (part) => fly(part, noise),
    )
    const byTracks = coverInTurn(
      { rings: [plot], areaM2: 0 },
      tracks.map((points) => ({ points, defaultSwathWidthM: swathWidthM })),
    ).at(-1)!
    for (const [name, form] of Object.entries(forms)) {
      const { bytes, areaM2 } = form(plot, tracks)
      const variant = `${name}, ${(wideM * highM) / 10_000} ha, ${noise.noiseM} m, ${noise.hz} Hz`
      report(bench, variant, 'kept', bytes / tracks.length, 'bytes', 1)
      report(bench, variant, 'off the tracks', (areaM2 / byTracks - 1) * 100, '%', 1)
    }
  }
