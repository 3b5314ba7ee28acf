// Flights of every plot, flown once by the simulator's model and processed by the pipeline's own
// functions. Past days are made of them by moving them in time, so that figures, tracks and hashes
// agree as if the drones had been connected.
import { readPoint } from '@swath/domain/point-fields'
import { type Anomaly } from '@swath/domain/anomaly-rules'
import { suspectClaims, type Suspicion } from '@swath/domain/claim-rules'
import { detectAnomalies } from '@swath/domain/detect-anomalies'
import { USUAL_THRESHOLDS } from '@swath/domain/rule-thresholds'
import type { DeviceEvent } from '@swath/domain/device-event'
import { detectSorties, type SortieSpan } from '@swath/domain/sortie-detector'
import { PointColumns } from '@swath/domain/telemetry-point'
import { computeFlightWeather, weatherAlong, type FlightWeather } from '@swath/domain/weather-along'
import { computeWorkRecord, type WorkRecord } from '@swath/domain/work-record'
import { ZoneIndex, type AirZone } from '@swath/domain/zone-index'
import type { Air } from '@swath/simulator/air'
import { sampleFlight } from '@swath/simulator/drone-model'
import { planFlights, type Flight, type FlightFault } from '@swath/simulator/flight-plan'
import type { LngLat } from '@swath/domain/lng-lat'
import {
  toMovableTrack,
  templateBoot,
  templateStartMs,
  type MovableTrack,
} from './moved-track.seed.ts'
import { toDroneAbility, findCrop } from './world.seed.ts'
import { type World, type WorldDrone, type WorldPlot, type WorldZone } from './world-rows.seed.ts'

type GroundTrack = {
  readonly track: MovableTrack
  readonly firstMs: number
  readonly lastMs: number
  readonly pointCount: number
}

export type TemplateFlight = {
  readonly plot: WorldPlot
  readonly span: SortieSpan
  readonly record: WorkRecord
  readonly anomalies: readonly Anomaly[]
  readonly suspicions: readonly Suspicion[]
  readonly weather: FlightWeather
  /** The points of the sortie alone, as they are hashed. */
  readonly track: MovableTrack
  readonly trackFirstMs: number
  readonly trackLastMs: number
  /** Measurements before and after, if any. */
  readonly onGround: readonly GroundTrack[]
  readonly firstMs: number
  readonly lastMs: number
  readonly last: LngLat
}

/**
 * Flights of one operator's drones of one model: by plot in the order of flying, and those with a
 * fault.
 */
export type FlightPool = {
  readonly byPlot: readonly (readonly TemplateFlight[])[]
  /** The first flight of a plot, and with narrower or wider strips, for different weeks. */
  readonly variants: ReadonlyMap<TemplateFlight, readonly TemplateFlight[]>
  readonly incidents: readonly TemplateFlight[]
  /** Flights with impossible claims. */
  readonly suspicious: readonly TemplateFlight[]
}

export const indexAirZones = (zones: readonly WorldZone[]): ZoneIndex<AirZone> =>
  new ZoneIndex(
    zones
      .filter(
        ({ enabled, kind, restriction }) =>
          enabled && kind === 'stay_out' && restriction !== 'no_restriction',
      )
      .map((zone): AirZone => ({
        id: zone.id,
        name: zone.name,
        shape: zone.shape,
        lowerM: null,
        upperM: zone.upperM,
        upperReference: zone.upperReference,
        restriction: zone.restriction,
        kind: zone.kind,
        fromMs: null,
        toMs: null,
      })),
  )

/** One pool after the other, in the order in which their drones come. */
export const buildPools = function* (world: World): Generator<[name: string, FlightPool]> {
  const airZones = indexAirZones(world.zones)
  for (const [name, drones] of Map.groupBy(world.drones, (drone) => drone.pool))
    yield [name, buildPool(drones, world, airZones)]
}

const buildPool = (
  drones: readonly WorldDrone[],
  world: World,
  airZones: ZoneIndex<AirZone>,
): FlightPool => {
  // One plot a drone is enough: its other is flown by neighbours of the same pool on other days,
  // and live.
  const plots = drones.map((drone) => drone.plots[0]!)
  const byPlot: TemplateFlight[][] = []
  const variants = new Map<TemplateFlight, readonly TemplateFlight[]>()
  for (const [i, plot] of plots.entries()) {
    const flights = buildTemplates(drones[0]!, plot, airZones, () => [])
    const [first] = flights
    if (!first) continue
    byPlot.push(flights)
    const widthFactor = otherWidths[i % otherWidths.length]!
    const other = buildTemplates(drones[0]!, plot, airZones, () => [], { widthFactor }, 1)
    variants.set(first, [first, ...other])
  }
  return {
    byPlot,
    variants,
    incidents: buildIncidents(drones[0]!, plots[0]!, world, airZones),
    suspicious: ([{ dry: true }, { swathFactor: 2.2 }] as const).flatMap((wrong) =>
      buildTemplates(drones[0]!, plots[0]!, airZones, () => [], wrong, 1),
    ),
  }
}

/** Factors of the model's swath: narrower over a dense crop, wider over a low one. */
const otherWidths = [0.95, 1.03] as const

/** On a calm morning. */
const calmAir: Air = {
  windMs: 1.9,
  windFromDeg: 140,
  temperatureC: 22.5,
  humidityPercent: 64,
  rainMmH: 0,
}
const strongWind: Air = { ...calmAir, windMs: 9.4, temperatureC: 26 }

type Wrong = {
  cropId?: string
  claimFactor?: number
  air?: Air
  /** Nothing is sprayed, although the pump is reported as on. */
  dry?: true
  /** The drone reports a swath wider by this factor. */
  swathFactor?: number
}
/** Flown with another swath, and reported correctly. */
type Otherwise = Wrong & { widthFactor?: number }

const buildTemplates = (
  drone: WorldDrone,
  plot: WorldPlot,
  airZones: ZoneIndex<AirZone>,
  faults: (index: number) => readonly FlightFault[],
  { widthFactor = 1, ...wrong }: Otherwise = {},
  atMost = 4,
): TemplateFlight[] => {
  const ability = toDroneAbility(drone.model, plot.cropId)
  const seed = widthFactor === 1 ? plot.id : `${plot.id}/${widthFactor}`
  return planFlights(
    { plotId: plot.id, ring: plot.ring, cropId: plot.cropId, takeoff: plot.takeoff },
    plot.takeoff,
    { ...ability, swathWidthM: Math.round(ability.swathWidthM * widthFactor * 100) / 100 },
    faults,
  )
    .slice(0, atMost)
    .filter((flight) => flight.passes.length > 0)
    .map((flight, i) =>
      buildTemplate({ drone, plot, flight, seed: `${seed}/${i}`, airZones, wrong }),
    )
}

const buildIncidents = (
  drone: WorldDrone,
  plot: WorldPlot,
  world: World,
  airZones: ZoneIndex<AirZone>,
): TemplateFlight[] => {
  const zone = world.zones.find(
    (one) =>
      one.enabled &&
      one.type === 1 &&
      one.kind === 'stay_out' &&
      one.restriction === 'prohibited' &&
      distanceDeg(findMiddle(one), plot.takeoff) < 0.025,
  )
  const otherCrop = drone.district.crops.find((crop) => crop !== plot.cropId)
  const first = (faults: readonly FlightFault[], wrong: Wrong = {}) =>
    buildTemplates(drone, plot, airZones, (i) => (i === 0 ? faults : []), wrong, 1)
  return [
    ...(zone ? first([{ kind: 'detour', over: findMiddle(zone) }]) : []),
    ...first([{ kind: 'hover_spraying', durationS: 18 }]),
    ...first([], { claimFactor: 1.32 }),
    ...(drone.model.weatherStation ? first([], { air: strongWind }) : []),
    ...(otherCrop ? first([], { cropId: otherCrop }) : []),
  ].filter((flight) => flight.anomalies.length > 0)
}

const findMiddle = (zone: WorldZone): LngLat => {
  if (zone.shape.kind === 'circle') return zone.shape.center
  const ring = zone.shape.rings[0]!
  // Away from a hole in the middle
  return [(ring[0]![0] * 3 + ring[4]![0]) / 4, (ring[0]![1] * 3 + ring[4]![1]) / 4]
}

const distanceDeg = (a: LngLat, b: LngLat): number =>
  Math.hypot((a[0] - b[0]) * Math.cos((a[1] * Math.PI) / 180), a[1] - b[1])

type OfTemplate = {
  drone: WorldDrone
  /** The one that the drone names. */ plot: WorldPlot
  /** Those that it sprays, where they are several. */ plots?: readonly WorldPlot[]
  flight: Flight
  seed: string
  airZones: ZoneIndex<AirZone>
  wrong?: Wrong
  mode?: number
}

export const buildTemplate = ({
  drone,
  plot,
  plots = [plot],
  flight,
  seed,
  airZones,
  wrong = {},
  mode = modeOn(plot),
}: OfTemplate): TemplateFlight => {
  const measured = samplePoints(
    flight,
    { seed, mode },
    wrong,
    drone.model.weatherStation ? calmAir : null,
  )
  const { spans, points } = detectSorties(
    measured,
    drone.model.legacy ? [] : buildEvents(plot, flight, wrong),
    { asOfMs: templateStartMs + 86_400_000 },
  )
  const span = spans[0]
  if (spans.length !== 1 || span === undefined)
    throw new Error(
      `A demonstration flight of ${drone.model.key} over ${plot.name} gave ${spans.length} sorties instead of one`,
    )
  const record = computeWorkRecord(span, points, {
    defaultSwathWidthM: drone.model.swathWidthM,
    plots: plots.map(({ id, ring }) => ({ id, polygon: [ring] })),
  })
  const along = weatherAlong(points, span.fromIndex, span.toIndex, [])
  const anomalies = detectAnomalies(points, span, {
    zones: airZones,
    thresholds: USUAL_THRESHOLDS,
    weather: along,
    place: record.middle,
    cropId: record.cropId,
    plotCropId: plot.cropId,
    taskCropId: null,
    claimedAreaM2: record.claimedAreaM2,
    coveredM2: record.coveredM2,
    alreadyCoveredShare: null,
  })
  const end = points.length - 1
  const trackFirstMs = points.tMs[span.fromIndex]!
  return {
    plot,
    span,
    record,
    anomalies,
    suspicions: suspectClaims({
      points,
      from: span.fromIndex,
      to: span.toIndex,
      record,
      registeredWidthM: drone.model.swathWidthM,
      thresholds: USUAL_THRESHOLDS,
    }),
    weather: computeFlightWeather(points, span.fromIndex, span.toIndex, along),
    track: toMovable(points, span.fromIndex, span.toIndex),
    trackFirstMs,
    trackLastMs: points.tMs[span.toIndex - 1]!,
    onGround: [[0, span.fromIndex] as const, [span.toIndex, points.length] as const].flatMap(
      ([from, to]) =>
        to === from
          ? []
          : [
              {
                track: toMovable(points, from, to),
                firstMs: points.tMs[from]!,
                lastMs: points.tMs[to - 1]!,
                pointCount: to - from,
              },
            ],
    ),
    firstMs: points.tMs[0]!,
    lastMs: points.tMs[end]!,
    last: [points.lng[end]!, points.lat[end]!],
  }
}

const toMovable = (points: PointColumns, from: number, to: number): MovableTrack =>
  toMovableTrack(points.slice(from, to))

/** Most fields are flown by plan, some between two ends, some by hand, few around their edge. */
const modes = [3, 3, 3, 3, 3, 2, 2, 1, 3, 5] as const
const modeOn = ({ id }: WorldPlot): number =>
  modes[Number.parseInt(id.slice(-2), 16) % modes.length]!

const samplePoints = (
  flight: Flight,
  { seed, mode }: { seed: string; mode: number },
  { air, dry, swathFactor = 1 }: Wrong,
  usualAir: Air | null,
): PointColumns => {
  const met = air ?? usualAir
  return PointColumns.of(
    sampleFlight(flight, { seed, startMs: templateStartMs, ...(met ? { air: met } : {}) }).map(
      ({ point }, seq) =>
        readPoint(
          { tMs: point.t, lng: point.lng, lat: point.lat, boot: templateBoot, seq },
          {
            ...point,
            mode: point.mode === undefined ? undefined : mode,
            width: point.width * swathFactor,
            ...(dry ? { flow: 0 } : {}),
          },
        ),
    ),
  )
}

/** The drone's events: the pilot and the number of the flight are set when it is moved. */
const buildEvents = (plot: WorldPlot, flight: Flight, wrong: Wrong): DeviceEvent[] => {
  const about = {
    boot: templateBoot,
    number: 1,
    pilotId: null,
    cropId: wrong.cropId ?? plot.cropId,
    chemical: findCrop(plot.cropId).chemical,
    plotId: plot.id,
  }
  const at = (seconds: number) => templateStartMs + Math.round(seconds * 1000)
  return [
    { type: 'takeoff', tMs: at(flight.takeoffS), seq: 0, claimedAreaM2: null, ...about },
    {
      type: 'landing',
      tMs: at(flight.landingS),
      seq: 1,
      claimedAreaM2: Math.round(flight.coveredM2 * (wrong.claimFactor ?? 1)),
      ...about,
    },
  ]
}
