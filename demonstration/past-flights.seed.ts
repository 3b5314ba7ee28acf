// A year of work: each drone's days, each day's flights, their records chained by hash. Some days
// keep their tracks: the last ones, and those of flights that people view.
import { distanceM, type LngLat } from '@swath/domain/lng-lat'
import { Random } from '@swath/simulator/random'
import { sha256 } from '@swath/server/gateway/tracks/public'
import { coverEvents, recordHash } from '@swath/server/gateway/recompute/public'
import type { CampaignTurns } from './campaign-fields.seed.ts'
import type { FreeFields } from './free-fields.seed.ts'
import { isDayOfTask } from './data/tasks.ts'
import { lngSteps, trackAt } from './moved-track.seed.ts'
import type { FlightPool, TemplateFlight } from './template-flights.seed.ts'
import type { WorldDrone } from './world-rows.seed.ts'
import {
  type PastRows,
  type Placed,
  anomalyRows,
  flownBy,
  recordRow,
  sortieRow,
  sprayingRows,
  stateRow,
  suspicionRows,
  weatherRows,
} from './flown-rows.seed.ts'
import { addTrack, reportedEvents } from './track-rows.seed.ts'

const dayMs = 86_400_000
const daysOfRecords = 365
/** Tasks in progress and a subsidy's last season show the tracks of their flights. */
const daysOfTracks = 25
/** Work days of a drone in a full year. */
const workDays = 42
/**
 * The simulated fleet flies out of season too. In the days before now activity rises towards that
 * of the fleet, so that today is comparable with yesterday and with last week.
 */
const busiestChance = 0.55
const daysOfBusiness = 9
/** Every month has some flights: the greenhouse edge, weeds, a late field. */
const leastOfSeason = 3
/** From plot to plot. */
const truckSpeedMs = 9
/** Days between sprayings of a field in its season. */
const [fewestDaysBetween, mostDaysBetween] = [21, 40]
/** As a share of the busiest month's work: in months below it, plots are sprayed only for tasks. */
const leastOfGrowing = 0.25
/** No flight is so recent that the living fleet could overlap with it. */
const quietBeforeNowMs = 15 * 60_000

/**
 * Fields next to the platform's plots: those of campaigns in turn, else some that are not drawn.
 * `together`: the drone's flights of group plans, on days without other flights.
 */
type Fields = {
  free: FreeFields
  turns: CampaignTurns
  together: readonly Placed[]
  sprayedAges: SprayedAges
  /** By the place of the flights. */
  timesFlown: Map<string, number>
}
/**
 * By plot: days before now on which any drone sprayed it, or on which a flight over it had an
 * incident.
 */
type SprayedAges = Map<string, number[]>

/** All rows of one drone, in chronological order. */
export const buildPast = (
  drone: WorldDrone,
  pool: FlightPool,
  fields: Fields,
  nowMs: number,
): PastRows => {
  const rows: PastRows = {
    sorties: [],
    records: [],
    chunks: [],
    events: [],
    sprayings: [],
    anomalies: [],
    suspicions: [],
    weather: [],
    made: [],
    state: null,
  }
  let previous: Buffer = Buffer.alloc(0)
  let number = 0
  const flights = [...placedFlights(drone, pool, fields, nowMs)]
  const isKept = keptDays(drone, flights, nowMs)
  for (const placed of flights)
    previous = addFlight(rows, drone, placed, ++number, previous, isKept(placed))
  for (const placed of placedSimulated(drone, pool, nowMs))
    addFlight(rows, drone, placed, ++number, previous, isKept(placed))
  return rows
}

const localDay = ({ district }: WorldDrone, timeMs: number): number =>
  Math.floor((timeMs + district.utcOffsetH * 3_600_000) / dayMs)

const isOnDrawnPlot = ({ flight, eastSteps = 0, fieldId = null }: Placed): boolean =>
  flight.record.plotId !== null && (eastSteps === 0 || fieldId !== null)

/**
 * Whether a flight's day keeps its tracks. All flights of a day do or none does: when the pipeline
 * recomputes a day, it removes flights without points.
 */
const keptDays = (
  drone: WorldDrone,
  flights: readonly Placed[],
  nowMs: number,
): ((placed: Placed) => boolean) => {
  const today = localDay(drone, nowMs)
  const ofPlots = new Set(
    flights.filter(isOnDrawnPlot).map(({ startMs }) => localDay(drone, startMs)),
  )
  return ({ startMs }) => {
    const day = localDay(drone, startMs)
    const age = today - day
    return age <= daysOfTracks || (ofPlots.has(day) && isDayOfTask(age))
  }
}

const daysOfIncidents = 30
/** All incidents of a pool are over one plot, which must not be sprayed every week. */
const [daysBetweenIncidents, daysBetweenOldIncidents] = [9, 90]

const isApart = (ages: SprayedAges, of: string, age: number, days: number): boolean =>
  (ages.get(of) ?? []).every((other) => Math.abs(other - age) >= days)

const noteAge = (ages: SprayedAges, of: string, age: number): void => {
  ages.set(of, [...(ages.get(of) ?? []), age])
}

/** Whether an incident is due; if so, it is recorded. */
const isIncidentDue = (ages: SprayedAges, plotId: string, age: number): boolean => {
  const days = age <= daysOfIncidents ? daysBetweenIncidents : daysBetweenOldIncidents
  const ofIncidents = `incidents ${plotId}`
  if (!isApart(ages, ofIncidents, age, days) || !isApart(ages, plotId, age, daysBetweenIncidents))
    return false
  noteAge(ages, ofIncidents, age)
  noteAge(ages, plotId, age)
  return true
}

/** Share of the drones that have simulated flights, and how many days ago. */
const simulatedShare = 0.15
const simulatedAges = [1, 2, 2, 6, 9, 15, 27, 44, 80]

/**
 * Flights in the simulator, at noon, when no one sprays. A drone that reports no take-off cannot
 * mark a flight as simulated.
 */
const placedSimulated = function* (
  drone: WorldDrone,
  pool: FlightPool,
  nowMs: number,
): Generator<Placed> {
  const random = new Random(`demonstration/practice/${drone.id}`)
  const flight = pool.byPlot[0]?.[0]
  if (!flight?.span.takeoffEvent || !random.chance(simulatedShare)) return
  const today = localDay(drone, nowMs)
  for (const [i, age] of simulatedAges.entries()) {
    if (age >= drone.ageDays) return
    const localMidnightMs = (today - age) * dayMs - drone.district.utcOffsetH * 3_600_000
    const startMs =
      localMidnightMs + Math.round((12.4 + (i % 2) + random.between(0, 0.4)) * 3_600_000)
    yield {
      flight,
      startMs,
      pilotId: drone.pilotIds.length > 0 ? random.pick(drone.pilotIds) : null,
      simulated: true,
    }
  }
}

const placedFlights = function* (
  drone: WorldDrone,
  pool: FlightPool,
  { free, turns, together, sprayedAges, timesFlown }: Fields,
  nowMs: number,
): Generator<Placed> {
  const random = new Random(`demonstration/past/${drone.id}`)
  // Variants take turns, so that two consecutive sprayings never cover exactly the same area.
  const takeVariant = (variants: readonly TemplateFlight[], place: string): TemplateFlight => {
    const times = timesFlown.get(place) ?? 0
    timesFlown.set(place, times + 1)
    return variants[times % variants.length]!
  }
  const firstFlights = new Set(pool.byPlot.map(([first]) => first))
  let daysBetween = random.integer(fewestDaysBetween, mostDaysBetween)
  const season = drone.district.season.map((share) => Math.max(leastOfSeason, share))
  const ofSeason = season.reduce((sum, share) => sum + share, 0)
  const today = localDay(drone, nowMs)
  const latestMs = nowMs - quietBeforeNowMs
  for (let age = Math.min(daysOfRecords, drone.ageDays - 1); age >= 0; age--) {
    const localMidnightMs = (today - age) * dayMs - drone.district.utcOffsetH * 3_600_000
    const month = new Date(localMidnightMs + dayMs / 2).getUTCMonth()
    const chance = Math.max(
      busiestChance * Math.exp(-age / daysOfBusiness),
      ((workDays / 30.4) * season[month]!) / ofSeason,
    )
    const morning = random.chance(0.65)
    const flights = random.integer(4, 10)
    const pilotId = drone.pilotIds.length > 0 ? random.pick(drone.pilotIds) : null
    let startMs =
      localMidnightMs +
      Math.round((morning ? random.between(5.5, 8) : random.between(15.4, 16.8)) * 3_600_000)
    const ofPlans = together.filter(
      (placed) => placed.startMs >= localMidnightMs && placed.startMs < localMidnightMs + dayMs,
    )
    yield* ofPlans
    if (!random.chance(Math.min(0.9, chance)) || ofPlans.length > 0) continue
    const own = drone.plots[0]!.id
    const grows =
      isDayOfTask(age) ||
      drone.district.season[month]! >= leastOfGrowing * Math.max(...drone.district.season)
    const isDue = grows && isApart(sprayedAges, own, age, daysBetween)
    const incidents = age <= daysOfIncidents ? 0.045 : 0.01
    let truck: LngLat | null = null
    let ownVisits = 0
    const fieldsOfDay = new Map<string, { eastSteps: number; fieldId: string | null }>()
    for (const planned of dayFlights(pool, isDue ? own : null, flights, {
      shareOfIncidents: incidents,
      hasTurn: (id) => turns.find(id, age) !== null,
      random,
    })) {
      if (isOfPlace(planned) && !isIncidentDue(sprayedAges, planned.plot.id, age)) continue
      const { id: plotId, takeoff } = planned.plot
      const isFirst = firstFlights.has(planned)
      if (plotId === own && isFirst) ownVisits++
      const isOnPlot = isOfPlace(planned) || (isDue && plotId === own && ownVisits < 2)
      const known = isFirst ? undefined : fieldsOfDay.get(plotId)
      const field = isOnPlot ? onPlot : (known ?? findField(planned, age, { free, turns }, random))
      fieldsOfDay.set(plotId, field)
      const { eastSteps, fieldId } = field
      const flight = isFirst
        ? takeVariant(pool.variants.get(planned)!, `${fieldId ?? plotId} ${eastSteps}`)
        : planned
      if (eastSteps === 0 && plotId === own && isApart(sprayedAges, own, age, 1)) {
        noteAge(sprayedAges, own, age)
        daysBetween = random.integer(fewestDaysBetween, mostDaysBetween)
      }
      const durationMs = flight.lastMs - flight.firstMs
      const place: LngLat = [takeoff[0] + eastSteps / lngSteps, takeoff[1]]
      if (truck !== null) startMs += Math.round((distanceM(truck, place) / truckSpeedMs) * 1000)
      truck = place
      if (startMs + durationMs > latestMs) return
      yield { flight, startMs, pilotId, eastSteps, fieldId }
      startMs += durationMs + Math.round(1000 * random.between(30, random.chance(0.5) ? 60 : 260))
    }
  }
}

const onPlot = { eastSteps: 0, fieldId: null } as const

const findField = (
  flight: TemplateFlight,
  age: number,
  { free, turns }: Pick<Fields, 'free' | 'turns'>,
  random: Random,
): { eastSteps: number; fieldId: string | null } => {
  const drawn = turns.take(flight.plot.id, age)
  return drawn
    ? { eastSteps: drawn.eastSteps, fieldId: drawn.plot.id }
    : { eastSteps: random.pick(free.around(flight)), fieldId: null }
}

/** Faults that depend on the place: over a zone, or about the crop of the plot. */
const isOfPlace = ({ anomalies }: TemplateFlight): boolean =>
  anomalies.some(({ type }) => type === 'intrude_nfz' || type === 'wrong_crops')

/** One in some hundred flights. */
const shareOfSuspicious = 0.002

type Day = { shareOfIncidents: number; hasTurn: (plotId: string) => boolean; random: Random }

/**
 * Plot after plot, the named one first, then unfinished fields of a campaign; sometimes the first
 * flight of a plot has a fault.
 */
const dayFlights = function* (
  pool: FlightPool,
  firstPlotId: string | null,
  count: number,
  { shareOfIncidents, hasTurn, random }: Day,
): Generator<TemplateFlight> {
  for (let flown = 0; flown < count;) {
    const first = flown > 0 ? undefined : pool.byPlot.find(([one]) => one!.plot.id === firstPlotId)
    const withTurn = pool.byPlot.filter(([one]) => hasTurn(one!.plot.id))
    // Finish a field once it is begun.
    for (const flight of first ?? random.pick(withTurn.length > 0 ? withTurn : pool.byPlot)) {
      flown++
      yield random.chance(shareOfSuspicious)
        ? random.pick(pool.suspicious)
        : pool.incidents.length > 0 && random.chance(shareOfIncidents)
          ? random.pick(pool.incidents)
          : flight
    }
  }
}

/** @returns the hash of the flight's record: the next one is chained to it */
const addFlight = (
  rows: PastRows,
  drone: WorldDrone,
  placed: Placed,
  number: number,
  previous: Buffer,
  isKept: boolean,
): Buffer => {
  const flown = flownBy(drone, placed, number)
  const { flight, movedMs, sortie } = flown
  const trackHash = sha256(
    trackAt(flight.track, flight.trackFirstMs + movedMs, flown.boot, flown.eastSteps),
  )
  rows.sorties.push({
    ...sortieRow(flown, placed.simulated ?? false),
    swath_width_m: drone.model.swathWidthM,
  })
  if (isKept) addTrack(rows, flown, trackHash)
  if (placed.simulated) return previous
  const events = isKept ? coverEvents(reportedEvents(flown)) : null
  const hash = recordHash(
    {
      ...flight.record,
      plotId: flown.plotId,
      outsidePlotShare: flown.plotId === null ? null : flight.record.outsidePlotShare,
      startMs: sortie.startMs,
      endMs: sortie.endMs,
      pilotId: flown.pilotId,
      droneId: drone.id,
    },
    { track: trackHash, events: events && events.hash },
    previous,
  )
  rows.records.push(recordRow(flown, { track: trackHash, events, previous, own: hash }))
  if (isKept) rows.made.push(flown.sortieId)
  rows.sprayings.push(...sprayingRows(flown))
  rows.anomalies.push(...anomalyRows(flown))
  rows.suspicions.push(...suspicionRows(flown))
  rows.weather.push(...weatherRows(flown))
  rows.state = stateRow(flown)
  return hash
}
