import { writeFileSync } from 'node:fs'
import type { LngLat } from '@swath/domain/lng-lat'
import { Door } from './door.ts'
import { sampleFlight } from './drone-model.ts'
import type { WirePoint } from './drone-model.ts'
import { planFlights } from './flight-plan.ts'

export type LoadCredential = { readonly droneId: string; readonly secret: string }

/** Measurements of one period of load. Points and messages are those of this period only. */
export type LoadReport = {
  readonly drones: number
  /** At the end of the period; the next three since the process began. */
  readonly connected: number
  readonly reconnects: number
  readonly refused: number
  /** Of one drone, since the process began. */
  readonly mostReconnects: number
  readonly messages: number
  readonly points: number
  readonly acknowledgedPoints: number
  readonly bytes: number
  readonly pubackP50Ms: number
  readonly pubackP99Ms: number
  readonly pubackMaxMs: number
  /** Between two acknowledgements, of any drones. */
  readonly longestSilenceMs: number
  /** From the first message to the last acknowledgement. */
  readonly elapsedMs: number
  /** CPU time of this process in that time. */
  readonly cpuMs: number
}

type Loaded = {
  readonly door: Door
  readonly droneId: string
  readonly boot: string
  readonly dLng: number
  readonly dLat: number
  readonly startS: number
  seq: number
  lastMs: number
  isConnected: boolean
  reconnects: number
  /** First sequence number and number of points of each acknowledged message. */
  readonly acknowledged: [seq: number, points: number][]
}

type Stretch = {
  messages: number
  points: number
  acknowledgedPoints: number
  bytes: number
  waiting: number
  waitsMs: number[]
  acknowledgedMs: number
  longestSilenceMs: number
}

const TICK_MS = 5
const OPENING_AT_ONCE = 500
const LONGEST_DRAIN_MS = 60_000
/** South-west corner of the first field; fields form a grid of 0.01°, a hundred to a row. */
const ORIGIN: LngLat = [114, 35]

/**
 * Many drones, each over its own field. A drone's position depends only on the time, so that every
 * point rate is plausible.
 */
export class LoadFleet {
  readonly #drones: readonly Loaded[]
  readonly #points: readonly WirePoint[]
  #opened = 0
  /** Messages paced so far: the next one is of the drone after the last. */
  #paced = 0
  #connected = 0
  #reconnects = 0
  #refused = 0
  #stretch: Stretch = emptyStretch()

  /** @param first the place of the first drone in the grid of fields */
  constructor(url: string, credentials: readonly LoadCredential[], window = 20, first = 0) {
    this.#points = loadFlight()
    const run = Date.now().toString(36)
    this.#drones = credentials.map(({ droneId, secret }, i) => ({
      droneId,
      boot: `${run}${(first + i).toString(36)}`,
      dLng: ((first + i) % 100) * 0.01,
      dLat: Math.floor((first + i) / 100) * 0.01,
      startS: (first + i) * 7,
      seq: 0,
      lastMs: 0,
      reconnects: 0,
      isConnected: false,
      acknowledged: [],
      door: new Door({
        url,
        droneId,
        secret,
        window,
        onAcknowledged: (waitedMs) => {
          this.#noteAcknowledged(waitedMs)
        },
        onState: (state) => this.#changed(this.#drones[i]!, state),
      }),
    }))
  }

  /**
   * Opens the first `count` connections, `aSecond` per second, and waits until they are connected.
   * @throws after two minutes, and 25 s more for each thousand
   */
  async connect(count: number, aSecond: number): Promise<number> {
    const startedMs = performance.now()
    const target = Math.min(count, this.#drones.length)
    const withinS = 120 + target / 40
    while (this.#connected < target) {
      const elapsedS = (performance.now() - startedMs) / 1000
      if (elapsedS > withinS)
        throw new Error(
          `${this.#connected} of ${target} connections are open after ${Math.round(withinS)} s`,
        )
      const due = Math.min(target, Math.ceil(elapsedS * aSecond) + 1)
      while (this.#opened < due && this.#opened - this.#connected < OPENING_AT_ONCE)
        this.#drones[this.#opened++]!.door.open()
      await sleep(TICK_MS)
    }
    return performance.now() - startedMs
  }

  /**
   * Each drone sends `pointsAMessage` points, a second apart, every `everyS` seconds. Messages are
   * spread evenly over time.
   */
  async pace(
    seconds: number,
    drones = this.#drones.length,
    pointsAMessage = 1,
    everyS = pointsAMessage,
  ): Promise<LoadReport> {
    const fleet = this.#drones.slice(0, drones)
    const wanted = Math.round((seconds / everyS) * fleet.length)
    const aMs = fleet.length / everyS / 1000
    return await this.#measured(fleet, async () => {
      const startedMs = performance.now()
      for (let sent = 0; sent < wanted;) {
        const due = Math.min(wanted, Math.ceil((performance.now() - startedMs) * aMs))
        for (; sent < due; sent++)
          void this.#send(fleet[this.#paced++ % fleet.length]!, pointsAMessage, 1000)
        await sleep(TICK_MS)
      }
    })
  }

  /**
   * Sends as fast as the server acknowledges, with `inFlight` unacknowledged messages per drone,
   * until `points` points are sent.
   */
  async flood(
    points: number,
    drones = this.#drones.length,
    pointsAMessage = 1,
    inFlight = 10,
  ): Promise<LoadReport> {
    const fleet = this.#drones.slice(0, drones)
    let left = Math.round(points / pointsAMessage)
    const stream = async (drone: Loaded): Promise<void> => {
      while (left-- > 0) await this.#send(drone, pointsAMessage, 1)
    }
    return await this.#measured(fleet, () =>
      Promise.all(fleet.flatMap((drone) => Array.from({ length: inFlight }, () => stream(drone)))),
    )
  }

  /**
   * Writes a JSON line per drone: {"droneId","boot","acknowledged":[[seq of the first point,
   * points], …]}.
   */
  writeAcknowledged(path: string): void {
    const lines = this.#drones.map(({ droneId, boot, acknowledged }) =>
      JSON.stringify({ droneId, boot, acknowledged }),
    )
    writeFileSync(path, `${lines.join('\n')}\n`)
  }

  /** Called every few seconds while nothing is sent. */
  keepAlive(): void {
    const nowMs = Date.now()
    for (const { door } of this.#drones) door.ping(nowMs)
  }

  close(): void {
    for (const { door } of this.#drones) door.close()
  }

  /** A connection can also be lost before it was accepted. */
  #changed(drone: Loaded, state: 'connected' | 'lost' | 'refused'): void {
    if (state === 'refused') this.#refused++
    if (state === 'lost') {
      this.#reconnects++
      drone.reconnects++
    }
    if (drone.isConnected !== (state === 'connected')) this.#connected += drone.isConnected ? -1 : 1
    drone.isConnected = state === 'connected'
  }

  #noteAcknowledged(waitedMs: number): void {
    const stretch = this.#stretch
    const nowMs = performance.now()
    stretch.waitsMs.push(waitedMs)
    stretch.longestSilenceMs = Math.max(stretch.longestSilenceMs, nowMs - stretch.acknowledgedMs)
    stretch.acknowledgedMs = nowMs
  }

  #send(drone: Loaded, count: number, stepMs: number): Promise<void> {
    // No two points of a drone have the same time.
    const firstMs = Math.max(drone.lastMs + 1, Date.now() - (count - 1) * stepMs)
    const seq = drone.seq
    const pts = Array.from({ length: count }, (_, i) => this.#pointAt(drone, firstMs + i * stepMs))
    drone.seq += count
    drone.lastMs = firstMs + (count - 1) * stepMs
    const payload = Buffer.from(JSON.stringify({ v: 1, boot: drone.boot, seq, pts }))
    const stretch = this.#stretch
    stretch.messages++
    stretch.points += count
    stretch.bytes += payload.length
    stretch.waiting++
    return drone.door.publish('track', payload).then(() => {
      drone.acknowledged.push([seq, count])
      stretch.acknowledgedPoints += count
      stretch.waiting--
    })
  }

  #pointAt({ startS, dLng, dLat }: Loaded, tMs: number): WirePoint {
    const point = this.#points[(startS + Math.floor(tMs / 1000)) % this.#points.length]!
    return {
      ...point,
      t: tMs,
      lng: Math.round((point.lng + dLng) * 1e7) / 1e7,
      lat: Math.round((point.lat + dLat) * 1e7) / 1e7,
    }
  }

  async #measured(fleet: readonly Loaded[], load: () => Promise<unknown>): Promise<LoadReport> {
    const stretch = emptyStretch()
    this.#stretch = stretch
    const startedMs = performance.now()
    const cpu = process.cpuUsage()
    await load()
    const deadlineMs = performance.now() + LONGEST_DRAIN_MS
    while (stretch.waiting > 0 && performance.now() < deadlineMs) await sleep(TICK_MS)
    const elapsedMs = performance.now() - startedMs
    const { user, system } = process.cpuUsage(cpu)
    const waits = Float64Array.from(stretch.waitsMs).sort()
    const quantile = (share: number) =>
      Math.round(
        (waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? NaN) * 100,
      ) / 100
    return {
      drones: fleet.length,
      connected: this.#connected,
      reconnects: this.#reconnects,
      refused: this.#refused,
      mostReconnects: fleet.reduce((most, drone) => Math.max(most, drone.reconnects), 0),
      messages: stretch.messages,
      points: stretch.points,
      acknowledgedPoints: stretch.acknowledgedPoints,
      bytes: stretch.bytes,
      pubackP50Ms: quantile(0.5),
      pubackP99Ms: quantile(0.99),
      pubackMaxMs: quantile(1),
      longestSilenceMs: Math.round(stretch.longestSilenceMs * 100) / 100,
      elapsedMs,
      cpuMs: (user + system) / 1000,
    }
  }
}

function emptyStretch(): Stretch {
  return {
    messages: 0,
    points: 0,
    acknowledgedPoints: 0,
    bytes: 0,
    waiting: 0,
    waitsMs: [],
    acknowledgedMs: performance.now(),
    longestSilenceMs: 0,
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** One flight of some minutes with a point per second, flown again and again. */
function loadFlight(): readonly WirePoint[] {
  const [lng, lat] = ORIGIN
  const flight = planFlights(
    {
      plotId: 'load',
      ring: [
        [lng, lat],
        [lng + 0.003, lat],
        [lng + 0.003, lat + 0.002],
        [lng, lat + 0.002],
        [lng, lat],
      ],
      cropId: null,
      takeoff: null,
    },
    [lng - 0.0005, lat - 0.0005],
    {
      swathWidthM: 6,
      tankL: 40,
      heightM: 3,
      spraySpeedMs: 6,
      transitSpeedMs: 10,
      doseLHa: 22.5,
      enduranceS: 900,
    },
  )[0]!
  return sampleFlight(flight, { seed: 'load', startMs: 0 }).map((sample) => sample.point)
}
