// Live grid: 100,000 drones move once, then 200 views are answered (50 each of 0.1°, 0.5°, 3° and
// 20°), as happens each second. Compared: the domain's grid and the contract's binary frames, a
// linear scan over all drones for each view, and JSON, in all four pairs; frames with differences
// only (every drone has moved); and finding alone, without frames. Every pair answers with the same drones: one by one up to 2,000, as clusters
// beyond. Measured: processor time of one such second, and bytes a frame.
import { FrameWriter } from '@swath/contract/live/frame-deltas'
import { encodeClusters, encodeDrones, type LiveDroneRecord } from '@swath/contract/live/live'
import { LiveGrid, type Cluster } from '@swath/domain/live-grid'
import { inBounds, type Bounds } from '@swath/domain/lng-lat'
import { seeded } from './seeded.ts'
import { measureCpuMs, flags, interleaved, median, report, reportRatio } from './measure.ts'

const bench = 'live-grid'
const drones = flags.quick ? 20_000 : 100_000
const viewsADegree = flags.quick ? 10 : 50
const dronesInView = 2_000
let nowMs = 1_767_225_600_000

const random = seeded(7)
const lng = new Float64Array(drones)
const lat = new Float64Array(drones)
const heading = new Float64Array(drones)
/** Fields are around 2,000 villages between Kashgar and Hokkaido. */
const villages = Array.from(
  { length: 2_000 },
  () => [75 + random() * 65, 8 + random() * 40] as const,
)
for (let slot = 0; slot < drones; slot++) {
  const [x, y] = villages[Math.floor(random() * villages.length)]!
  lng[slot] = x + (random() + random() - 1) * 0.3
  lat[slot] = y + (random() + random() - 1) * 0.3
  heading[slot] = random() * 360
}
const views = [0.1, 0.5, 3, 20].flatMap((deg) =>
  Array.from({ length: viewsADegree }, () => {
    const [x, y] = villages[Math.floor(random() * villages.length)]!
    const bounds: Bounds = {
      minLng: x - deg / 2,
      minLat: y - deg / 2,
      maxLng: x + deg / 2,
      maxLat: y + deg / 2,
    }
    return { bounds, zoom: Math.log2(360 / deg) + 1 }
  }),
)

const grid = new LiveGrid()
for (let slot = 0; slot < drones; slot++) grid.set(slot, lng[slot]!, lat[slot]!)
const table = Array.from({ length: drones }, (_, slot) => slot)

const move = (): void => {
  for (let slot = 0; slot < drones; slot++) {
    const angle = (heading[slot]! * Math.PI) / 180
    lng[slot] = lng[slot]! + Math.sin(angle) * 6e-5
    lat[slot] = lat[slot]! + Math.cos(angle) * 6e-5
  }
}
const record = (slot: number): LiveDroneRecord => ({
  slot,
  lng: lng[slot]!,
  lat: lat[slot]!,
  headingDeg: heading[slot]!,
  flight: 'spraying',
  locked: false,
  simulated: false,
  batteryPercent: 80,
  speedMs: 6.1,
  heightM: 3,
  ageS: 0.4,
})

/** The same counts as the grid's, by a plain scan. */
const countClusters = (bounds: Bounds, zoom: number, slots: readonly number[]): Cluster[] => {
  const sizeDeg = 360 / 2 ** (Math.floor(zoom) + 2)
  const across = Math.ceil(360 / sizeDeg)
  const found = new Map<number, { lng: number; lat: number; count: number }>()
  for (const slot of slots) {
    const key =
      Math.floor((lat[slot]! + 90) / sizeDeg) * across + Math.floor((lng[slot]! + 180) / sizeDeg)
    const cluster = found.get(key)
    if (!cluster) found.set(key, { lng: lng[slot]!, lat: lat[slot]!, count: 1 })
    else {
      cluster.lng += lng[slot]!
      cluster.lat += lat[slot]!
      cluster.count++
    }
  }
  return Array.from(found.values(), (one) => ({
    lng: one.lng / one.count,
    lat: one.lat / one.count,
    count: one.count,
  }))
}

type Finder = {
  begin: () => void
  find: (bounds: Bounds) => number[]
  clusters: (bounds: Bounds, zoom: number, slots: number[]) => Cluster[]
}
const byGrid: Finder = {
  begin: () => {
    for (let slot = 0; slot < drones; slot++) grid.set(slot, lng[slot]!, lat[slot]!)
  },
  find: (bounds) => grid.query(bounds),
  clusters: (bounds, zoom) => grid.clusterCounts(bounds, zoom),
}
const byScan: Finder = {
  begin: () => {},
  find: (bounds) => table.filter((slot) => inBounds(bounds, lng[slot]!, lat[slot]!)),
  clusters: countClusters,
}

type Writer = {
  drones: (slots: number[], view: number) => number
  clusters: (clusters: Cluster[]) => number
}
const binary: Writer = {
  drones: (slots) => encodeDrones(nowMs, slots.map(record)).byteLength,
  clusters: (clusters) =>
    encodeClusters(
      nowMs,
      clusters.map((one) => ({ ...one, shares: [0, 0, 0, 255] as const })),
    ).byteLength,
}
const json: Writer = {
  drones: (slots) =>
    Buffer.byteLength(JSON.stringify({ serverTimeMs: nowMs, drones: slots.map(record) })),
  clusters: (clusters) =>
    Buffer.byteLength(
      JSON.stringify({
        serverTimeMs: nowMs,
        clusters: clusters.map((one) => ({ ...one, shares: [0, 0, 0, 255] as const })),
      }),
    ),
}

const writers = views.map(() => new FrameWriter())
const differences: Writer = {
  drones: (slots, view) => writers[view]!.write(nowMs, slots.map(record)).byteLength,
  clusters: binary.clusters,
}

const nothing: Writer = { drones: () => 0, clusters: () => 0 }
const foundAlone = (finder: Finder): Finder => ({ ...finder, clusters: () => [] })

type Second = { cpuMs: number; bytes: number; seen: number }
const second = async (finder: Finder, writer: Writer): Promise<Second> => {
  move()
  nowMs += 1_000
  let bytes = 0
  let seen = 0
  const cpuMs = await measureCpuMs(() => {
    finder.begin()
    for (const [view, { bounds, zoom }] of views.entries()) {
      const slots = finder.find(bounds)
      seen += slots.length
      bytes +=
        slots.length <= dronesInView
          ? writer.drones(slots, view)
          : writer.clusters(finder.clusters(bounds, zoom, slots))
    }
  })
  return { cpuMs, bytes, seen }
}

const ours = 'grid, binary frames'
const changes = 'grid, frames of differences'
const variants = {
  [ours]: () => second(byGrid, binary),
  [changes]: () => second(byGrid, differences),
  'grid, JSON': () => second(byGrid, json),
  'linear scan, binary frames': () => second(byScan, binary),
  'linear scan, JSON': () => second(byScan, json),
  'grid, no frames': () => second(foundAlone(byGrid), nothing),
  'linear scan, no frames': () => second(foundAlone(byScan), nothing),
}
await interleaved(2, variants) // warm up the JIT compiler
byGrid.begin()
const same = views.every(({ bounds }) => byGrid.find(bounds).length === byScan.find(bounds).length)
if (!same) throw new Error('The grid and the scan do not see the same drones')
const rounds = flags.rounds * 3
const results = await interleaved(rounds, variants)
const about = { drones, views: views.length, dronesSeen: results[ours]!.at(-1)!.seen }
type Name = keyof typeof variants
const cpuMs = (name: Name): number => median(results[name].map((one) => one.cpuMs))
const frameBytes = (name: Name): number =>
  median(results[name].map((one) => one.bytes / views.length))
for (const name of Object.keys(variants) as Name[]) {
  report(bench, name, 'processor time a second', cpuMs(name), 'ms', rounds, about)
  if (frameBytes(name) > 0)
    report(bench, name, 'frame', frameBytes(name), 'bytes/frame', rounds, about)
}
for (const name of [
  changes,
  'grid, JSON',
  'linear scan, binary frames',
  'linear scan, JSON',
] as const) {
  reportRatio(bench, 'processor time a second', name, ours, cpuMs(name) / cpuMs(ours), rounds)
}
reportRatio(
  bench,
  'processor time a second',
  'linear scan, no frames',
  'grid, no frames',
  cpuMs('linear scan, no frames') / cpuMs('grid, no frames'),
  rounds,
)
for (const name of [changes, 'grid, JSON'] as const)
  reportRatio(bench, 'frame', name, ours, frameBytes(name) / frameBytes(ours), rounds)
