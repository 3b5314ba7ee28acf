// Covered area: the domain's raster compared with the exact union of the same sprayed lines by
// Clipper2 (WebAssembly, millimetres, flat ends, round joints), and with distance × width, which
// counts overlaps twice. The flights are the simulator's: noise of 3 cm with RTK and of 1.2 m
// without, points at 5 Hz and at each switch of the pump. Each method starts from the same points
// and extracts the sprayed lines itself. Measured: processor time, and the difference of the area
// from the exact union.
import { readPoint } from '@swath/domain/point-fields'
import { buildRaster, sweptAreaM2 } from '@swath/domain/covered-area'
import { SwathRaster } from '@swath/domain/swath-raster'
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { PointColumns } from '@swath/domain/telemetry-point'
import { sampleFlight } from '@swath/simulator/drone-model'
import { planFlights, type Flight } from '@swath/simulator/flight-plan'
import { measureCpuMs, flags, interleaved, median, report, reportRatio } from './measure.ts'
import { exactUnionM2 } from './exact-union.ts'

const bench = 'covered-area'

const swathWidthM = 7
const origin: LngLat = [116.39, 39.9]
const plane = new LocalPlane(origin[0], origin[1])
const rectangle = (lengthM: number, acrossM: number): LngLat[] =>
  (
    [
      [0, 0],
      [lengthM, 0],
      [lengthM, acrossM],
      [0, acrossM],
      [0, 0],
    ] as const
  ).map(([x, y]) => plane.fromPlane(x, y))

const flightsOver = (lengthM: number, acrossM: number): Flight[] =>
  planFlights(
    { plotId: bench, ring: rectangle(lengthM, acrossM), cropId: null, takeoff: null },
    plane.fromPlane(-20, -20),
    {
      swathWidthM,
      tankL: 40,
      heightM: 3,
      spraySpeedMs: 6,
      transitSpeedMs: 10,
      doseLHa: 15,
      enduranceS: 900,
    },
  )
/** Only the time order of the flights matters here. */
const samplePoints = (flights: readonly Flight[], noiseM: number): PointColumns[] =>
  flights.map((flight, i) =>
    PointColumns.of(
      sampleFlight(flight, {
        seed: `${bench} ${i}`,
        startMs: 1_767_225_600_000 + i * 3_600_000,
        hz: 5,
        noiseM,
      }).map(({ point }) =>
        readPoint({ tMs: point.t, lng: point.lng, lat: point.lat, boot: null, seq: null }, point),
      ),
    ),
  )
const withRtkM = 0.03
const withoutM = 1.2
/** The sorties of a field of 1,000 m by 1,004 m: 150 swaths. */
const field = flightsOver(flags.quick ? 200 : 1_000, 1_004)
const sortie = flightsOver(200, 100).slice(0, 1)
const scenes = [
  ['field of 150 swaths', samplePoints(field, withRtkM)],
  ['field of 150 swaths without RTK', samplePoints(field, withoutM)],
  ['one sortie', samplePoints(sortie, withRtkM)],
  ['one sortie without RTK', samplePoints(sortie, withoutM)],
  ['single pass', samplePoints(flightsOver(100, swathWidthM).slice(0, 1), withRtkM)],
] as const

const byRaster = (sorties: readonly PointColumns[]): number => {
  if (sorties.length === 1)
    return buildRaster(sorties[0]!, 0, sorties[0]!.length, swathWidthM).coveredM2
  const raster = new SwathRaster(plane)
  for (const points of sorties) {
    raster.startPass()
    raster.addTrack(points, 0, points.length, swathWidthM)
  }
  return raster.coveredM2
}
const byUnion = (sorties: readonly PointColumns[]): number =>
  exactUnionM2(sorties, swathWidthM, plane)
const byDistance = (sorties: readonly PointColumns[]): number =>
  sorties.reduce((sum, points) => sum + sweptAreaM2(points, 0, points.length, swathWidthM), 0)

const methods = { 'raster': byRaster, 'exact union': byUnion, 'distance × width': byDistance }

for (const [name, sorties] of scenes) {
  const points = sorties.reduce((sum, one) => sum + one.length, 0)
  const repeats = points > 20_000 ? 1 : points > 1_000 ? 10 : 100
  const timed =
    (method: (of: readonly PointColumns[]) => number) =>
    async (): Promise<{ ms: number; areaM2: number }> => {
      let areaM2 = 0
      const ms =
        (await measureCpuMs(() => {
          for (let i = 0; i < repeats; i++) areaM2 = method(sorties)
        })) / repeats
      return { ms, areaM2 }
    }
  const runs = {
    'raster': timed(byRaster),
    'exact union': timed(byUnion),
    'distance × width': timed(byDistance),
  }
  if (repeats > 1) await interleaved(1, runs) // warm up the JIT compiler
  const rounds = flags.rounds
  const results = await interleaved(rounds, runs)
  const exactM2 = results['exact union'][0]!.areaM2
  const first = sorties[0]!
  const about = {
    sorties: sorties.length,
    points,
    minutes: Math.round((first.tMs[first.length - 1]! - first.tMs[0]!) / 6_000) / 10,
    exactHa: Math.round(exactM2) / 10_000,
  }
  for (const method of Object.keys(methods) as (keyof typeof methods)[]) {
    report(
      bench,
      `${method}, ${name}`,
      'processor time',
      median(results[method].map((one) => one.ms)),
      'ms',
      rounds,
      about,
    )
    if (method !== 'exact union')
      report(
        bench,
        `${method}, ${name}`,
        'off the exact union',
        (results[method][0]!.areaM2 / exactM2 - 1) * 100,
        '%',
        rounds,
        about,
      )
  }
  reportRatio(
    bench,
    'processor time',
    `exact union, ${name}`,
    `raster, ${name}`,
    median(results['exact union'].map((one) => one.ms)) /
      median(results.raster.map((one) => one.ms)),
    rounds,
  )
}
