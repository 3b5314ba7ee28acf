// A seeded fleet over one afternoon: the messages of its drones, and the ground truth. It contains
// every fault known from the field.
import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import type { LinkFault } from '../../../simulator/src/fault-plan.ts'
import type { DroneAbility, FleetPlot, FleetZone } from '../../../simulator/src/fleet.ts'
import { planFlights, type FlightFault } from '../../../simulator/src/flight-plan.ts'
import type { SortieTruth } from '../../../simulator/src/ground-truth.ts'
import { Random } from '../../../simulator/src/random.ts'
import { flySortie } from '../../../simulator/src/sortie-messages.ts'
import { type Topic } from '../../../simulator/src/sortie-settings.ts'

/** One message; `atMs` is when its device sends it, on the true clock. */
export type Sent = {
  readonly droneId: string
  readonly atMs: number
  readonly topic: Topic
  readonly payload: Buffer
}
export type SeasonPlot = FleetPlot & { readonly plotId: string; readonly areaM2: number }
export type SeasonDrone = {
  readonly droneId: string
  readonly plot: SeasonPlot
  readonly swathWidthM: number
}
export type Season = {
  readonly drones: readonly SeasonDrone[]
  readonly zones: readonly FleetZone[]
  readonly messages: readonly Sent[]
  readonly truths: readonly SortieTruth[]
  readonly endMs: number
}

type Day = { link?: readonly LinkFault[]; flight?: readonly FlightFault[] }
type Character = { legacy?: boolean; batch?: number; crosses?: boolean; days?: readonly Day[] }

const restMs = 45_000
const flightsEach = 3

/** Properties of each drone of the fleet; the n-th day is its n-th flight. */
const characters: readonly Character[] = [
  {},
  { batch: 5 },
  { legacy: true },
  { legacy: true, batch: 3, days: [{ link: [{ kind: 'out_of_order', share: 0.1 }] }] },
  {
    days: [
      { link: [{ kind: 'radio_hole', fromS: 30, durationS: 50 }] },
      { link: [{ kind: 'radio_hole', fromS: 60, durationS: 100 }] },
    ],
  },
  {
    days: [
      { link: [{ kind: 'duplicates', share: 0.3 }] },
      { link: [{ kind: 'out_of_order', share: 0.2 }] },
      {
        link: [
          { kind: 'duplicates', share: 0.2 },
          { kind: 'out_of_order', share: 0.2 },
        ],
      },
    ],
  },
  { days: [{ link: [{ kind: 'reboot' }] }, {}, { link: [{ kind: 'reboot' }] }] },
  {
    days: [
      { link: [{ kind: 'gps_null', count: 6 }] },
      { link: [{ kind: 'swapped_coordinates', count: 5 }] },
    ],
  },
  {
    days: [
      { link: [{ kind: 'clock_1970', count: 5 }] },
      {
        link: [
          { kind: 'clock_1970', count: 3 },
          { kind: 'gps_null', count: 4 },
        ],
      },
      { link: [{ kind: 'swapped_coordinates', count: 3 }] },
    ],
  },
  { days: [{}, { link: [{ kind: 'second_device', count: 20 }] }] },
  { batch: 10, days: [{ link: [{ kind: 'whole_seconds_10hz' }] }] },
  {
    days: [
      { link: [{ kind: 'offline_upload', delayS: 30 }] },
      { link: [{ kind: 'malformed', count: 7 }] },
    ],
  },
  { crosses: true },
  { crosses: true, batch: 4, days: [{ link: [{ kind: 'radio_hole', fromS: 5, durationS: 40 }] }] },
  { crosses: true, legacy: true },
  {
    days: [
      { flight: [{ kind: 'hover_spraying', durationS: 20 }] },
      {},
      { flight: [{ kind: 'spray_outside', lengthM: 25 }] },
    ],
  },
  {
    days: [
      { link: [{ kind: 'wrong_claim', factor: 1.4 }] },
      { link: [{ kind: 'wrong_crop', cropId: 'cotton' }] },
    ],
  },
  {
    days: [
      { link: [{ kind: 'oversized', bytes: 300_000 }] },
      { link: [{ kind: 'flood', messages: 40 }] },
    ],
  },
  {
    batch: 2,
    days: [
      { link: [{ kind: 'out_of_order', share: 0.4 }] },
      {
        link: [
          { kind: 'radio_hole', fromS: 20, durationS: 110 },
          { kind: 'duplicates', share: 0.2 },
        ],
      },
    ],
  },
  {
    legacy: true,
    days: [
      { link: [{ kind: 'duplicates', share: 0.3 }] },
      { link: [{ kind: 'radio_hole', fromS: 40, durationS: 60 }] },
    ],
  },
]

/** Henan, Chai Nat, Jeollabuk-do, Punjab: different longitudes, and distances from the equator. */
const countrysides: readonly LngLat[] = [
  [114.52, 35.57],
  [100.12, 15.18],
  [126.88, 35.81],
  [75.84, 30.91],
]

const buildPlot = (random: Random, index: number): SeasonPlot => {
  const [lng, lat] = countrysides[index % countrysides.length]!
  const plane = new LocalPlane(lng + index * 0.02, lat + index * 0.01)
  const [lengthM, depthM, turn, skew] = [
    random.between(90, 150),
    random.between(36, 60),
    random.between(0, Math.PI),
    random.between(-8, 8),
  ]
  const at = (x: number, y: number): LngLat =>
    plane.fromPlane(
      x * Math.cos(turn) - y * Math.sin(turn),
      x * Math.sin(turn) + y * Math.cos(turn),
    )
  return {
    plotId: `01890000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    cropId: 'rice',
    takeoff: at(-15, -10),
    areaM2: lengthM * depthM,
    ring: [at(0, 0), at(lengthM, 0), at(lengthM + skew, depthM), at(skew, depthM), at(0, 0)],
  }
}

/**
 * In the way of the drones that cross it, one circular and one with corners: 40 to 70 m from the
 * plot.
 */
const buildZone = (plot: SeasonPlot, index: number): FleetZone => {
  const plane = new LocalPlane(plot.takeoff![0], plot.takeoff![1])
  const [lowerM, upperM] = [null, index % 2 === 0 ? null : 120]
  const shape: FleetZone['shape'] =
    index % 2 === 0
      ? { kind: 'circle', center: plane.fromPlane(-70, -40), radiusM: 35 }
      : {
          kind: 'polygon',
          rings: [
            [
              [-110, -80],
              [-40, -85],
              [-35, -20],
              [-80, -50],
              [-115, -10],
              [-110, -80],
            ].map(([x, y]) => plane.fromPlane(x!, y!)),
          ],
        }
  return {
    id: `01890000-0000-7000-8000-0000000002${String(index).padStart(2, '0')}`,
    shape,
    lowerM,
    upperM,
  }
}

/** The same seed and start give the same season. */
export const buildSeason = (seed: string, startMs: number): Season => {
  const random = new Random(seed)
  const drones: SeasonDrone[] = []
  const zones: FleetZone[] = []
  const messages: Sent[] = []
  const truths: SortieTruth[] = []
  const planned = characters.map((character, index) => {
    const plot = buildPlot(random, index)
    if (character.crosses) zones.push(buildZone(plot, index))
    return { character, index, plot, droneId: `AG-${index}` }
  })
  for (const { character, index, plot, droneId } of planned) {
    const ability: DroneAbility = {
      swathWidthM: random.between(4, 7),
      tankL: random.between(6, 9),
      heightM: random.between(2.5, 3.5),
      spraySpeedMs: random.between(4.5, 7),
      transitSpeedMs: 10,
      doseLHa: 30,
      enduranceS: 900,
    }
    drones.push({ droneId, plot, swathWidthM: ability.swathWidthM })
    const zone = zones.find((one) => one.id.endsWith(String(index).padStart(2, '0')))
    // The first and the third flight cross the zone; the second avoids it.
    const over =
      zone &&
      (zone.shape.kind === 'circle'
        ? zone.shape.center
        : new LocalPlane(plot.takeoff![0], plot.takeoff![1]).fromPlane(-70, -70))
    const flightFaults = (flight: number): readonly FlightFault[] => [
      ...(over && flight !== 1 ? [{ kind: 'detour', over } as const] : []),
      ...(character.days?.[flight]?.flight ?? []),
    ]
    let atMs = startMs + random.integer(0, 60_000)
    for (const [i, flight] of planFlights(plot, plot.takeoff!, ability, flightFaults)
      .slice(0, flightsEach)
      .entries()) {
      const faults = character.days?.[i]?.link ?? []
      const flown = flySortie({
        drone: {
          droneId,
          pilotId: null,
          chemical: 'imidacloprid',
          legacy: character.legacy ?? false,
          batch: character.batch ?? 1,
        },
        plot,
        flight,
        zones,
        startMs: atMs,
        boot: `b${i}`,
        number: i + 1,
        seed: `${seed}/${index}/${i}`,
        faults,
        flightFaults: flightFaults(i).map((fault) => fault.kind),
      })
      truths.push(flown.truth)
      for (const one of flown.transmissions) {
        messages.push({
          droneId,
          atMs: one.atMs,
          topic: one.topic,
          payload: Buffer.from(
            typeof one.message === 'string' ? one.message : JSON.stringify(one.message),
          ),
        })
      }
      // A late upload is finished before the next flight begins.
      atMs = Math.round(Math.max(flown.transmissions.at(-1)!.atMs, flown.truth.endMs) + restMs)
    }
  }
  messages.sort((a, b) => a.atMs - b.atMs)
  return { drones, zones, messages, truths, endMs: messages.at(-1)!.atMs }
}
