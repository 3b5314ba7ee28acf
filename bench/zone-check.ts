// Zone check: 100,000 drones against 5,000 no-fly zones (38 corners on average, one in ten a
// circle), one pass. Compared: the domain's zone index, and a plain loop over all zones that tests
// the bounding box first and then the domain's point-in-polygon. The loop runs for a random sample
// of the drones, and its time is scaled up: `measuredDrones` is the size of the sample. For the
// sample both must find the same hits, or the benchmark fails.
import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import { ZoneIndex, type AirZone } from '@swath/domain/zone-index'
import { shapeBounds, shapeContains, type ZoneShape } from '@swath/domain/zone-shapes'
import { measureCpuMs, flags, interleaved, median, report, reportRatio } from './measure.ts'
import { seeded } from './seeded.ts'

const bench = 'zone-check'
const drones = flags.quick ? 20_000 : 100_000
const zoneCount = flags.quick ? 1_000 : 5_000
const part = flags.quick ? 500 : 2_000

const random = seeded(11)
const place = (): LngLat => [100 + random() * 20, 15 + random() * 20]

/** A star-shaped outline of 5 to 72 corners, 0.5 to 8 km across, or a circle. */
const shape = (): ZoneShape => {
  const center = place()
  const radiusM = 250 + random() ** 2 * 3_750
  if (random() < 0.1) return { kind: 'circle', center, radiusM }
  const plane = new LocalPlane(center[0], center[1])
  const corners = 5 + Math.floor(random() * 68)
  const ring = Array.from({ length: corners }, (_, i): LngLat => {
    const angle = (2 * Math.PI * i) / corners
    const at = radiusM * (0.6 + 0.4 * random())
    return plane.fromPlane(Math.cos(angle) * at, Math.sin(angle) * at)
  })
  return { kind: 'polygon', rings: [[...ring, ring[0]!]] }
}
const zones: AirZone[] = Array.from({ length: zoneCount }, (_, i) => ({
  id: String(i),
  shape: shape(),
  lowerM: null,
  upperM: null,
  fromMs: null,
  toMs: null,
}))
/** Half of the drones fly near a zone. */
const places = Array.from({ length: drones }, (): LngLat => {
  if (random() < 0.5) return place()
  const box = shapeBounds(zones[Math.floor(random() * zones.length)]!.shape)
  const [x, y] = [(random() - 0.5) * 6 + 0.5, (random() - 0.5) * 6 + 0.5]
  return [box.minLng + (box.maxLng - box.minLng) * x, box.minLat + (box.maxLat - box.minLat) * y]
})

const boxes = zones.map(({ shape: one }) => shapeBounds(one))
const byLoop = (count: number): string[] => {
  const hits: string[] = []
  for (let i = 0; i < count; i++) {
    const [lng, lat] = places[i]!
    for (let z = 0; z < zones.length; z++) {
      const box = boxes[z]!
      if (lng < box.minLng || lng > box.maxLng || lat < box.minLat || lat > box.maxLat) continue
      if (shapeContains(zones[z]!.shape, lng, lat)) hits.push(`${i} ${zones[z]!.id}`)
    }
  }
  return hits
}
let index = new ZoneIndex(zones)
const byIndex = (count: number): string[] => {
  const hits: string[] = []
  for (let i = 0; i < count; i++)
    for (const zone of index.zonesAt(places[i]![0], places[i]![1], 3, 0))
      hits.push(`${i} ${zone.id}`)
  return hits
}

const agree = byLoop(part).sort().join() === byIndex(part).sort().join()
if (!agree) throw new Error('The index and the loop do not find the same hits')
byIndex(drones)
const rounds = flags.rounds * 3
const results = await interleaved(rounds, {
  'zone index': () => measureCpuMs(() => byIndex(drones)),
  'plain loop': async () => (await measureCpuMs(() => byLoop(part))) * (drones / part),
  'building the index': () =>
    measureCpuMs(() => {
      index = new ZoneIndex(zones)
    }),
})
const about = { drones, zones: zoneCount, hits: byIndex(drones).length, sameHits: agree }
report(bench, 'zone index', 'one pass', median(results['zone index']), 'ms', rounds, about)
report(bench, 'plain loop', 'one pass', median(results['plain loop']), 'ms', rounds, {
  ...about,
  measuredDrones: part,
})
report(bench, 'zone index', 'building it', median(results['building the index']), 'ms', rounds, {
  zones: zoneCount,
})
reportRatio(
  bench,
  'one pass',
  'plain loop',
  'zone index',
  median(results['plain loop']) / median(results['zone index']),
  rounds,
)
