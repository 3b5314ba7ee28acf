import { airAt, type Air } from './air.ts'
import type { WirePoint } from './drone-model.ts'
import { sampleFlight } from './drone-model.ts'
import { rebootWindow } from './fault-plan.ts'
import type { LinkFault } from './fault-plan.ts'
import type { Flight } from './flight-plan.ts'
import { detectZoneEntries } from './ground-truth.ts'
import type { SortieTruth } from './ground-truth.ts'
import { withLinkFault } from './link-faults.ts'
import { Random } from './random.ts'
import type { SortieSettings, Transmission } from './sortie-settings.ts'

export type FlownSortie = {
  readonly settings: SortieSettings
  readonly transmissions: readonly Transmission[]
  readonly truth: SortieTruth
}

type Numbered = {
  readonly atMs: number
  readonly boot: string
  readonly seq: number
  readonly point: WirePoint
}

const countGood = (
  points: readonly Numbered[],
  injected: Readonly<Record<string, number>>,
): number =>
  points.length -
  Object.values(injected).reduce((sum, count) => sum + count, 0) +
  notPoints(injected)

const tellTruth = (
  settings: SortieSettings,
  samples: ReturnType<typeof sampleFlight>,
): Omit<SortieTruth, 'points' | 'injected'> => {
  const { drone, flight } = settings
  return {
    droneId: drone.droneId,
    boot: settings.boot,
    sortie: settings.number,
    plotId: settings.plot?.plotId ?? null,
    startMs: settings.startMs + Math.round(flight.takeoffS * 1000),
    endMs: settings.startMs + Math.round(flight.landingS * 1000),
    coveredM2: flight.coveredM2,
    sweptM2: flight.sweptM2,
    sprayL: flight.sprayL,
    sprayS: flight.sprayS,
    distanceM: flight.distanceM,
    reportsEvents: !drone.legacy,
    zoneEntries: detectZoneEntries(samples, settings.zones, flight.takeoffS, flight.landingS),
    faults: [...(settings.flightFaults ?? []), ...(settings.faults ?? []).map((one) => one.kind)],
  }
}

const buildTakeoff = (settings: SortieSettings, tMs: number) => ({
  v: 1,
  boot: settings.boot,
  seq: 0,
  t: tMs,
  type: 'takeoff',
  sortie: settings.number,
  ...aboutFlight(settings),
  ...(settings.simulated ? { simulated: true } : {}),
})

/**
 * The messages of one flight, in the order of sending, and its ground truth. The same settings
 * produce the same messages.
 */
export function flySortie(settings: SortieSettings): FlownSortie {
  const { drone, flight } = settings
  const faults = settings.faults ?? []
  const fault = <K extends LinkFault['kind']>(kind: K) => findFault(settings, kind)
  const random = new Random(`${settings.seed}/link`)
  const tenHz = fault('whole_seconds_10hz') !== undefined
  const samples = sampleFlight(flight, {
    seed: settings.seed,
    startMs: settings.startMs,
    hz: tenHz ? 10 : 1,
    ...readAir(settings),
  })
  const shiftMs = readShiftMs(settings)
  const injected: Record<string, number> = {}
  const inject = (reason: string, count: number) => {
    injected[reason] = (injected[reason] ?? 0) + count
  }

  const reboot = fault('reboot') === undefined ? null : rebootWindow(flight)
  let seq = settings.firstSeq ?? 0
  let boot = settings.boot
  const points: Numbered[] = []
  const number = (point: WirePoint, atMs: number) => {
    points.push({ atMs, boot, seq: seq++, point })
  }

  for (let i = 0; i < (fault('clock_1970')?.count ?? 0); i++) {
    number({ ...samples[0]!.point, t: 21_000 + i * 1000 }, settings.startMs - 12_000 + i * 1000)
    inject('clock_1970', 1)
  }
  const glitches = glitchPlan(
    random,
    samples.length,
    fault('gps_null')?.count ?? 0,
    fault('swapped_coordinates')?.count ?? 0,
  )
  samples.forEach((sample, i) => {
    if (reboot !== null && sample.tS >= reboot.fromS && sample.tS < reboot.untilS) return
    if (reboot !== null && sample.tS >= reboot.untilS && boot === settings.boot) {
      boot = `${settings.boot}r`
      seq = 0
    }
    const t = tenHz ? Math.floor(sample.point.t / 1000) * 1000 : sample.point.t
    number({ ...sample.point, t: t + shiftMs }, sample.point.t)
    const glitch = glitches.get(i)
    if (glitch === undefined) return
    const place =
      glitch === 'gps_null' ? { lng: 0, lat: 0 } : { lng: sample.point.lat, lat: sample.point.lng }
    number({ ...sample.point, ...place, t: t + 40 + shiftMs }, sample.point.t + 40)
    inject(glitch, 1)
  })

  const startMs = settings.startMs + Math.round(flight.takeoffS * 1000)
  let sent = batched(points, tenHz ? 10 : drone.batch)
  if (!drone.legacy) {
    const takeoff = buildTakeoff(settings, startMs + shiftMs)
    sent.push({ atMs: startMs, topic: 'event', message: takeoff }, buildLanding(settings, boot))
  }
  sent.sort(byTime)
  sent = faults.reduce(
    (messages, one) => withLinkFault(messages, one, settings, random, inject),
    sent,
  )

  return {
    settings,
    transmissions: sent.sort(byTime),
    truth: { ...tellTruth(settings, samples), points: countGood(points, injected), injected },
  }
}

const readAir = ({ drone, flight, startMs }: SortieSettings): { air?: Air } =>
  drone.weatherStation ? { air: airAt(startMs, flight.frame.toLngLat(0, 0)) } : {}

const findFault = <K extends LinkFault['kind']>({ faults }: SortieSettings, kind: K) =>
  faults?.find((one) => one.kind === kind) as Extract<LinkFault, { kind: K }> | undefined

const aboutFlight = (settings: SortieSettings) => ({
  pilot: settings.drone.pilotId ?? undefined,
  crop: findFault(settings, 'wrong_crop')?.cropId ?? settings.plot?.cropId ?? undefined,
  chemical: settings.drone.chemical ?? undefined,
  plot: settings.plot?.plotId,
})

function buildLanding(settings: SortieSettings, boot: string): Transmission {
  const { flight } = settings
  const atMs = settings.startMs + Math.round(flight.landingS * 1000)
  const areaM2 = Math.round(flight.coveredM2 * (findFault(settings, 'wrong_claim')?.factor ?? 1))
  const t = atMs + readShiftMs(settings)
  return {
    atMs,
    topic: 'event',
    message: {
      v: 1,
      boot,
      seq: 1,
      t,
      type: 'landing',
      sortie: settings.number,
      areaM2,
      ...aboutFlight(settings),
    },
  }
}

const readShiftMs = (settings: SortieSettings): number =>
  (findFault(settings, 'clock_shift')?.hours ?? 0) * 3_600_000

/**
 * Replaces the sortie from `cutS` on by `flight`, which is the same before: sent messages stay,
 * waiting earlier measurements are sent now (a drone that receives a command is connected), and the
 * rest is measured again. `next` is the index of the first unsent message.
 */
export function redirectSortie(
  flown: FlownSortie,
  next: number,
  flight: Flight,
  cutS: number,
): FlownSortie {
  const settings: SortieSettings = { ...flown.settings, flight }
  const { startMs, drone } = settings
  const cutMs = startMs + cutS * 1000
  const shiftMs = readShiftMs(settings)
  const said = flown.transmissions.slice(0, next)
  const waiting = flown.transmissions.slice(next).flatMap((one): Transmission[] => {
    if (isTrack(one)) {
      const pts = one.message.pts.filter((point) => point.t - shiftMs < cutMs)
      return pts.length === 0
        ? []
        : [{ ...one, atMs: Math.min(one.atMs, cutMs), message: { ...one.message, pts } }]
    }
    return one.topic === 'event' && (one.message as { type: string }).type === 'takeoff'
      ? [{ ...one, atMs: Math.min(one.atMs, cutMs) }]
      : []
  })
  const before = [...said, ...waiting]
  const tracks = before.filter(isTrack).map((one) => one.message)
  const boot = tracks.some((track) => track.boot !== settings.boot)
    ? `${settings.boot}r`
    : settings.boot
  let seq = tracks.reduce(
    (last, track) => (track.boot === boot ? Math.max(last, track.seq + track.pts.length) : last),
    settings.firstSeq ?? 0,
  )
  const samples = sampleFlight(flight, {
    seed: settings.seed,
    startMs,
    hz: 1,
    ...readAir(settings),
  })
  const points: Numbered[] = []
  for (const { tS, point } of samples) {
    if (tS < cutS - 1e-6 || (points.length > 0 && point.t === points.at(-1)!.point.t)) continue
    points.push({ atMs: point.t, boot, seq: seq++, point: { ...point, t: point.t + shiftMs } })
  }
  const after = batched(points, drone.batch)
  if (!drone.legacy) after.push(buildLanding(settings, boot))
  const measured = [...tracks, ...after.filter(isTrack).map((one) => one.message)]
  const { gps_null: _nulls, clock_1970: _unset, ...others } = flown.truth.injected
  const wrong = countWrongPoints(measured)
  return {
    settings,
    transmissions: [...said, ...[...waiting, ...after].sort(byTime)],
    truth: {
      ...flown.truth,
      endMs: startMs + Math.round(flight.landingS * 1000),
      coveredM2: flight.coveredM2,
      sweptM2: flight.sweptM2,
      sprayL: flight.sprayL,
      sprayS: flight.sprayS,
      distanceM: flight.distanceM,
      points:
        countDistinctPoints(measured) - Object.values(wrong).reduce((sum, count) => sum + count, 0),
      zoneEntries: detectZoneEntries(samples, settings.zones, flight.takeoffS, flight.landingS),
      injected: { ...others, ...wrong },
      commanded: true,
    },
  }
}

type Track = {
  readonly v: 1
  readonly boot: string
  readonly seq: number
  readonly pts: readonly WirePoint[]
}
const isTrack = (
  one: Transmission,
): one is Omit<Transmission, 'message'> & { readonly message: Track } =>
  one.topic === 'track' && typeof one.message === 'object'

const countDistinctPoints = (tracks: readonly Track[]): number =>
  new Set(tracks.flatMap(({ boot, seq, pts }) => pts.map((_point, i) => `${boot}/${seq + i}`))).size

/**
 * Counts points without a fix and points from before the clock was set, recognised by their values;
 * each number once.
 */
function countWrongPoints(tracks: readonly Track[]): { gps_null?: number; clock_1970?: number } {
  const nulls = new Set<string>()
  const unset = new Set<string>()
  for (const { boot, seq, pts } of tracks) {
    for (const [i, point] of pts.entries()) {
      if (point.t < 1e11) unset.add(`${boot}/${seq + i}`)
      else if (point.lng === 0 && point.lat === 0) nulls.add(`${boot}/${seq + i}`)
    }
  }
  return {
    ...(nulls.size > 0 ? { gps_null: nulls.size } : {}),
    ...(unset.size > 0 ? { clock_1970: unset.size } : {}),
  }
}

const byTime = (a: Transmission, b: Transmission): number => a.atMs - b.atMs

/** Injected messages that do not use numbers of the flight's points. */
const notPoints = (injected: Readonly<Record<string, number>>): number =>
  (injected['second_device'] ?? 0) + (injected['malformed'] ?? 0) + (injected['oversized'] ?? 0)

function glitchPlan(
  random: Random,
  samples: number,
  nulls: number,
  swaps: number,
): Map<number, 'gps_null' | 'swapped_coordinates'> {
  const plan = new Map<number, 'gps_null' | 'swapped_coordinates'>()
  while (plan.size < Math.min(nulls, samples / 4))
    plan.set(random.integer(0, samples - 2), 'gps_null')
  const wanted = plan.size + Math.min(swaps, samples / 4)
  while (plan.size < wanted) {
    const i = random.integer(0, samples - 2)
    if (!plan.has(i)) plan.set(i, 'swapped_coordinates')
  }
  return plan
}

function batched(points: readonly Numbered[], size: number): Transmission[] {
  const messages: Transmission[] = []
  for (let i = 0; i < points.length;) {
    const first = points[i]!
    const batch: WirePoint[] = []
    let last = first
    while (i < points.length && batch.length < size && points[i]!.boot === first.boot) {
      last = points[i++]!
      batch.push(last.point)
    }
    messages.push({
      atMs: last.atMs,
      topic: 'track',
      message: { v: 1, boot: first.boot, seq: first.seq, pts: batch },
    })
  }
  return messages
}
