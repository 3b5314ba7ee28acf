// A campaign with its true flights: drones of several operators over the fields of a county, day
// after day, with usual faults and some false claims.
import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import { coveredM2, type Pass } from '../../../simulator/src/covered-truth.ts'
import type { WirePoint } from '../../../simulator/src/drone-model.ts'
import type { LinkFault } from '../../../simulator/src/fault-plan.ts'
import type { DroneAbility, FleetPlot } from '../../../simulator/src/fleet.ts'
import { planFlights, type Flight } from '../../../simulator/src/flight-plan.ts'
import { Random } from '../../../simulator/src/random.ts'
import { flySortie } from '../../../simulator/src/sortie-messages.ts'
import type { Sent } from './testing-season.ts'

const dayMs = 86_400_000
export const operatorCount = 12
export const taskChemical = 'tricyclazole'

export type Field = { readonly plotId: string; readonly ring: LngLat[]; readonly areaM2: number }
/** Kind of a flight other than honest work on its own field. */
export type Deed =
  | 'late'
  | 'shares-a-field'
  | 'neighbours-field'
  | 'wrong-chemical'
  | 'pump-off'
  | 'copied-track'
  | 'impossible-area'
export type CampaignFlight = {
  readonly droneId: string
  readonly operator: number
  readonly day: number
  readonly deed: Deed | null
  /** The area truly sprayed; null: none. */
  readonly sprayed: { readonly plotId: string; readonly passes: readonly Pass[] } | null
  readonly messages: readonly Sent[]
}
export type Campaign = {
  readonly fields: readonly Field[]
  /** Next to the fields, and not part of the campaign. */
  readonly neighbours: readonly Field[]
  readonly drones: readonly { readonly droneId: string; readonly operator: number }[]
  readonly flights: readonly CampaignFlight[]
  readonly startMs: number
}

const lengthM = 150
const depthM = 60

const layField = (index: number): Field => {
  const plane = new LocalPlane(120 + (index % 60) * 0.004, 30.1 + Math.floor(index / 60) * 0.003)
  const ring = [
    [0, 0],
    [lengthM, 0],
    [lengthM, depthM],
    [0, depthM],
    [0, 0],
  ].map(([x, y]) => plane.fromPlane(x!, y!))
  return {
    plotId: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    ring,
    areaM2: lengthM * depthM,
  }
}

/** The part of a field between two distances from its southern edge: one drone's share. */
const partOf = ({ plotId, ring }: Field, fromM: number, toM: number): FleetPlot => {
  const plane = new LocalPlane(ring[0]![0], ring[0]![1])
  const at = (x: number, y: number): LngLat => plane.fromPlane(x, y)
  return {
    plotId,
    cropId: 'rice',
    takeoff: at(-15, fromM - 10),
    ring: [at(0, fromM), at(lengthM, fromM), at(lengthM, toM), at(0, toM), at(0, fromM)],
  }
}

const moved = (passes: readonly Pass[], northM: number): Pass[] =>
  passes.map(({ from, to, swathWidthM }) => ({
    from: [from[0], from[1] + northM],
    to: [to[0], to[1] + northM],
    swathWidthM,
  }))

/** The same for all drones of one operator, who configures them alike. */
const abilityOf = (operator: number): DroneAbility => ({
  swathWidthM: 5 + (operator % 4) * 0.5,
  tankL: 40,
  heightM: 3,
  spraySpeedMs: 5 + (operator % 3) * 0.5,
  transitSpeedMs: 10,
  doseLHa: 20,
  enduranceS: 1_500,
})

/** Done on the second day by every drone whose number modulo 16 is this. */
const deeds: Readonly<Record<number, Deed>> = {
  3: 'neighbours-field',
  4: 'wrong-chemical',
  5: 'pump-off',
  7: 'copied-track',
  8: 'impossible-area',
  9: 'late',
  10: 'late',
}
const lateS = (2 * dayMs) / 1000
/** On the first day these two drones of an operator share the field of the first. */
const sharers = [12, 13]

const linkFaults: Partial<Record<Deed, readonly LinkFault[]>> = {
  'late': [{ kind: 'offline_upload', delayS: lateS }],
  'impossible-area': [{ kind: 'wrong_claim', factor: 5 }],
}

type Message = { v: 1; boot: string; t?: number; pts?: WirePoint[]; areaM2?: number }

/** Returns the message with changed points. */
const forge = (message: Message, change: (point: WirePoint) => WirePoint): Message =>
  message.pts ? { ...message, pts: message.pts.map(change) } : message

type Asked = {
  readonly droneId: string
  readonly operator: number
  readonly day: number
  readonly deed: Deed | null
  readonly plot: FleetPlot
  /** As reported by the drone. */
  readonly reportedPlotId: string
  readonly startMs: number
  readonly seed: string
}

const fly = (asked: Asked, flight: Flight): CampaignFlight => {
  const { droneId, operator, day, deed, plot, startMs } = asked
  const flown = flySortie({
    drone: {
      droneId,
      pilotId: null,
      chemical: deed === 'wrong-chemical' ? 'glyphosate' : taskChemical,
      legacy: false,
      batch: 10,
    },
    plot: { plotId: asked.reportedPlotId, cropId: 'rice' },
    flight,
    zones: [],
    startMs,
    boot: `day${day}`,
    number: day + 1,
    seed: asked.seed,
    faults: (deed && linkFaults[deed]) ?? [],
  })
  const messages = flown.transmissions.map(({ atMs, topic, message }): Sent => {
    const sent = message as Message
    const said =
      deed === 'pump-off' ? forge(sent, (point) => ({ ...point, pump: false, flow: 0 })) : sent
    return { droneId, atMs, topic, payload: Buffer.from(JSON.stringify(said)) }
  })
  const sprayed = deed === 'pump-off' ? null : { plotId: plot.plotId!, passes: flight.passes }
  return { droneId, operator, day, deed, sprayed, messages }
}

/**
 * The flight of another drone, claimed as the drone's own a day later: exactly the same positions,
 * with other numbers.
 */
const copyTrack = (
  original: CampaignFlight,
  { droneId, operator, day }: Asked,
): CampaignFlight => ({
  droneId,
  operator,
  day,
  deed: 'copied-track',
  sprayed: null,
  messages: original.messages.map(({ atMs, topic, payload }) => {
    const sent = JSON.parse(payload.toString()) as Message
    const later = forge(sent, (point) => ({ ...point, t: point.t + dayMs }))
    const said = { ...later, boot: `day${day}`, ...(sent.t ? { t: sent.t + dayMs } : {}) }
    return { droneId, atMs: atMs + dayMs, topic, payload: Buffer.from(JSON.stringify(said)) }
  }),
})

/**
 * Flies one field per drone and day. The same numbers give the same campaign.
 * @param dronesEach of each of the twelve operators, at least 2
 */
export const flyCampaign = (dronesEach: number, days: number, startMs: number): Campaign => {
  const random = new Random('campaign')
  const droneCount = dronesEach * operatorCount
  const fields = Array.from({ length: droneCount * days }, (_, i) => layField(i))
  const neighbours = Array.from({ length: droneCount }, (_, i) => layField(fields.length + i))
  const drones = Array.from({ length: droneCount }, (_, i) => ({
    droneId: `CP-${i}`,
    operator: Math.floor(i / dronesEach),
  }))
  const flights: CampaignFlight[] = []
  for (let day = 0; day < days; day++) {
    for (const [i, { droneId, operator }] of drones.entries()) {
      const field = fields[day * droneCount + i]!
      const isSharer = day === 0 && sharers.includes(i)
      const deed = isSharer ? 'shares-a-field' : day === 1 ? (deeds[i % 16] ?? null) : null
      const fromM = isSharer && i === sharers[1] ? depthM * 0.45 : 0
      const untilM = isSharer && i === sharers[0] ? depthM * 0.55 : depthM
      const ground = isSharer
        ? fields[sharers[0]!]!
        : deed === 'neighbours-field'
          ? neighbours[i]!
          : field
      const asked: Asked = {
        droneId,
        operator,
        day,
        deed,
        plot: partOf(ground, fromM, untilM),
        reportedPlotId: field.plotId,
        startMs: startMs + day * dayMs + random.integer(0, 5_400_000),
        seed: `campaign/${i}/${day}`,
      }
      if (deed === 'copied-track') {
        flights.push(copyTrack(flights[i - 1]!, asked))
        continue
      }
      const [flight] = planFlights(asked.plot, asked.plot.takeoff!, abilityOf(operator))
      if (!flight?.plotFinished) throw new Error('A field of the campaign takes one flight')
      const flown = fly(asked, flight)
      flights.push(
        fromM > 0 && flown.sprayed
          ? { ...flown, sprayed: { ...flown.sprayed, passes: moved(flight.passes, fromM) } }
          : flown,
      )
    }
  }
  return { fields, neighbours, drones, flights, startMs }
}

/** Covered area of each field, m², by the given flights; area covered twice counts once. */
export const groundOf = (flights: readonly CampaignFlight[]): Map<string, number> => {
  const passes = Map.groupBy(
    flights.flatMap(({ sprayed }) => (sprayed ? [sprayed] : [])),
    ({ plotId }) => plotId,
  )
  return new Map(
    [...passes].map(([plotId, all]) => [plotId, coveredM2(all.flatMap((one) => one.passes))]),
  )
}
