import { appendFileSync, writeFileSync } from 'node:fs'
import type { Command } from '@swath/domain/command'
import type { LngLat } from '@swath/domain/lng-lat'
import { CommandDesk, type Obedience } from './command-desk.ts'
import { openMemories, type Memories } from './command-memories.ts'
import type { Door } from './door.ts'
import { DroneLife } from './drone-life.ts'
import { flyRoute, improvise, standsAt, type Route } from './improvise.ts'
import { encodePayload, openDoor } from './fleet-door.ts'
import { openFirmware } from './fleet-firmware.ts'
import type { FirmwareKeeper } from './firmware-keeper.ts'
import { onShift } from './fleet.ts'
import type { FleetDrone, FleetFile } from './fleet.ts'
import { groundReport } from './ground-report.ts'
import { Random } from './random.ts'
import { redirectSortie } from './sortie-messages.ts'
import type { FlownSortie } from './sortie-messages.ts'
import type { Transmission } from './sortie-settings.ts'
import { ZoneKeeper } from './zone-keeper.ts'

export type RunSettings = {
  readonly fleet: FleetFile
  readonly mqttUrl: string
  /** Base URL for firmware downloads; null: drones ignore offers. */
  readonly httpUrl: string | null
  readonly seed: string
  /** 1 is real time. 0 sends as fast as the server acknowledges, with times that end now. */
  readonly speed: number
  /** In the fleet's time; null: until stopped. */
  readonly durationS: number | null
  readonly truthPath: string | null
  /** File in which drones save which commands they have received; null: in memory only. */
  readonly memoryPath: string | null
}

export type RunCounts = { sent: number; acknowledged: number; sorties: number; refused: number }

export type Run = {
  readonly counts: RunCounts
  readonly finished: Promise<void>
  readonly stop: () => void
}

const TICK_MS = 100
/** On the ground a drone reports its state every few seconds. */
const GROUND_REPORT_MS = 5_000

export function runFleet(settings: RunSettings): Run {
  const counts: RunCounts = { sent: 0, acknowledged: 0, sorties: 0, refused: 0 }
  if (settings.truthPath !== null) writeFileSync(settings.truthPath, '')
  return settings.speed === 0 ? runHurried(settings, counts) : runLive(settings, counts)
}

function recordTruth(settings: RunSettings, sortie: FlownSortie): void {
  if (settings.truthPath !== null)
    appendFileSync(settings.truthPath, `${JSON.stringify(sortie.truth)}\n`)
}

/**
 * One drone in real time (or at `speed` times real time): a queue of messages, checked ten times a
 * second.
 */
class LiveDrone {
  readonly drone: FleetDrone
  readonly #settings: RunSettings
  readonly #counts: RunCounts
  readonly #life: DroneLife
  readonly #random: Random
  #door: Door | null = null
  #sortie: FlownSortie | null = null
  #next = 0
  #startMs: number
  #groundReportMs = 0
  #place: LngLat
  #nowMs = 0
  #heading = 0
  readonly #desk: CommandDesk
  readonly #heard: Buffer[] = []
  #locked = false
  readonly #zones = new ZoneKeeper({
    say: (word) => void this.#door?.publish('zones', encodePayload({ v: 1, ...word })),
    nowMs: () => Date.now(),
  })
  #route: Route | null
  readonly #firmware: FirmwareKeeper

  constructor(
    drone: FleetDrone,
    settings: RunSettings,
    counts: RunCounts,
    nowMs: number,
    memories: Memories,
  ) {
    this.drone = drone
    this.#settings = settings
    this.#counts = counts
    this.#random = new Random(`${settings.seed}/live/${drone.droneId}`)
    // Each start of the program is a new day; otherwise its flights would repeat those of the last
    // start.
    this.#life = new DroneLife(
      drone,
      settings.fleet.zones,
      `${settings.seed}/${Math.floor(nowMs / 1000)}`,
    )
    this.#startMs = nowMs + this.#random.between(0, 8_000)
    this.#place = drone.home
    this.#heading = this.#random.integer(0, 359)
    const { commands, route, firmware } = memories.of(drone.droneId)
    this.#route = route
    const save = (): void =>
      memories.save(drone.droneId, {
        commands,
        route: this.#route,
        firmware: this.#firmware.version,
      })
    this.#firmware = openFirmware({
      drone,
      kept: firmware,
      httpUrl: settings.httpUrl,
      publish: (topic, payload) => void this.#door?.publish(topic, payload),
      save,
    })
    this.#desk = new CommandDesk({
      memory: commands,
      save,
      now: () => Date.now(),
      answer: (answer) => {
        void this.#door?.publish('reply', encodePayload({ v: 1, ...answer }))
      },
      obey: (command) => this.#obey(command, this.#nowMs),
      onState: (locked) => {
        this.#locked = locked
      },
    })
  }

  tick(nowMs: number): void {
    this.#nowMs = nowMs
    for (const payload of this.#heard.splice(0)) this.#desk.hear(payload)
    if (this.#sortie === null && !onShift(this.drone.shift, nowMs)) {
      this.#switchOff(nowMs)
      return
    }
    if (this.#door === null) {
      if (nowMs < this.#startMs) return
      this.#door = openDoor(
        this.drone,
        this.#settings,
        this.#counts,
        () => this.#sortie?.truth.boot ?? 'ground',
        {
          onCommand: (payload) => {
            this.#heard.push(payload)
          },
          // Legacy drones do not support zones.
          ...(this.drone.legacy
            ? {}
            : { zones: this.#zones, onZones: (payload) => this.#zones.hear(payload, this.#place) }),
          firmware: this.#firmware,
          ...(this.drone.legacy || this.#settings.httpUrl === null
            ? {}
            : { onOffer: (payload) => this.#firmware.hear(payload) }),
        },
      )
      this.#door.open()
    }
    this.#door.ping(Date.now())
    if (this.#door.connected && !this.drone.legacy) this.#zones.tick(this.#place)
    if (this.#door.connected) this.#firmware.tick(this.#airborneS(nowMs) === null)
    if (
      this.drone.schedule === 'work' &&
      this.#sortie === null &&
      !this.#locked &&
      nowMs >= this.#startMs
    ) {
      this.#sortie = this.#life.next(nowMs)
      this.#next = 0
    }
    if (this.#sortie === null) this.#reportGround(nowMs)
    else this.#send(this.#sortie, nowMs)
    // Runs after the messages of the landing.
    this.#settle(nowMs)
  }

  /** Answers pending commands whose state is reached. */
  #settle(nowMs: number): void {
    const tS = this.#airborneS(nowMs)
    for (const type of ['hold', 'pause'] as const) {
      if (tS === null) this.#desk.drop(type, 'landed before it stood still')
      else if (this.#sortie && standsAt(this.#sortie.settings.flight, tS)) this.#desk.come(type)
    }
    if (this.#locked && tS === null) this.#desk.come('lock')
  }

  close(): void {
    this.#door?.close()
  }

  /** Seconds since the sortie's first point while it is in the air, else null. */
  #airborneS(nowMs: number): number | null {
    if (this.#sortie === null) return null
    const { flight, startMs } = this.#sortie.settings
    const tS = (nowMs - startMs) / 1000
    return tS > flight.takeoffS && tS < flight.landingS ? tS : null
  }

  #obey(command: Command, nowMs: number): Obedience {
    const tS = this.#airborneS(nowMs)
    switch (command.type) {
      case 'lock':
        this.#locked = true
        if (tS !== null) return 'later'
        this.#stayDown(nowMs)
        return 'done'
      case 'unlock':
        this.#locked = false
        this.#desk.drop('lock', 'unlocked before the landing')
        return 'done'
      case 'uploadRoute':
        this.#route = command.points.map((point) => ({
          ...point,
          speedMs: command.speedMs,
          widthM: command.widthM,
        }))
        return 'done'
      case 'start':
        return this.#takeOff(tS, nowMs)
      default: {
        if (tS === null || this.#sortie === null) return { refused: 'on the ground' }
        const improvised = improvise(this.#sortie.settings.flight, tS, command)
        if (!improvised.ok) return { refused: improvised.reason }
        this.#sortie = redirectSortie(this.#sortie, this.#next, improvised.flight, tS)
        const stops = command.type === 'hold' || command.type === 'pause'
        if (!stops && ['resume', 'return', 'land'].includes(command.type))
          for (const type of ['hold', 'pause'] as const)
            this.#desk.drop(type, 'another command came before it stood still')
        return stops && !standsAt(improvised.flight, tS) ? 'later' : 'done'
      }
    }
  }

  #takeOff(tS: number | null, nowMs: number): Obedience {
    if (tS !== null) return { refused: 'already in the air' }
    if (this.#locked) return { refused: 'locked' }
    if (this.#route === null) return { refused: 'no route was uploaded' }
    const improvised = flyRoute(this.#route, this.#place, this.drone.model)
    if (!improvised.ok) return { refused: improvised.reason }
    this.#stayDown(nowMs)
    this.#sortie = this.#life.fly(improvised.flight, nowMs)
    this.#next = 0
    return 'done'
  }

  /** Cancels a flight that has not begun; sends the remaining messages of one that has landed. */
  #stayDown(nowMs: number): void {
    if (this.#sortie === null) return
    const { flight, startMs } = this.#sortie.settings
    if (nowMs > startMs + flight.landingS * 1000) this.#finish(this.#sortie, nowMs)
    this.#sortie = null
    this.#startMs = nowMs + this.#life.groundMs()
  }

  /** Sends the remaining messages of a sortie that has landed. */
  #finish(sortie: FlownSortie, nowMs: number): void {
    while (this.#next < sortie.transmissions.length)
      this.#transmit(sortie.transmissions[this.#next++]!)
    this.#landed(sortie, nowMs)
  }

  #landed(sortie: FlownSortie, nowMs: number): void {
    this.#counts.sorties++
    recordTruth(this.#settings, sortie)
    this.#sortie = null
    this.#startMs = nowMs + this.#life.groundMs()
    this.#groundReportMs = nowMs + GROUND_REPORT_MS
  }

  #send(sortie: FlownSortie, nowMs: number): void {
    const { transmissions } = sortie
    while (this.#next < transmissions.length && transmissions[this.#next]!.atMs <= nowMs)
      this.#transmit(transmissions[this.#next++]!)
    if (this.#next === transmissions.length) this.#landed(sortie, nowMs)
  }

  #transmit(one: Transmission): void {
    this.#counts.sent++
    if (one.topic === 'track' && typeof one.message === 'object')
      this.#remember(one.message as { pts: { lng: number; lat: number; heading: number }[] })
    void this.#door!.publish(one.topic, encodePayload(one.message))
  }

  #remember(message: { pts: { lng: number; lat: number; heading: number }[] }): void {
    const last = message.pts.at(-1)
    if (last === undefined || (Math.abs(last.lng) < 1 && Math.abs(last.lat) < 1)) return
    this.#place = [last.lng, last.lat]
    this.#heading = last.heading
  }

  #reportGround(nowMs: number): void {
    if (nowMs < this.#groundReportMs) return
    this.#groundReportMs = nowMs + GROUND_REPORT_MS
    this.#door!.tell(
      'osd',
      encodePayload(groundReport(nowMs, this.#place, this.#heading, this.drone.model)),
    )
  }

  /** At the end of its shift the drone announces that it disconnects. */
  #switchOff(nowMs: number): void {
    const door = this.#door
    if (door === null) return
    this.#door = null
    void door
      .publish('state', encodePayload({ v: 1, t: Math.round(nowMs), online: false }))
      .then(() => door.close())
  }
}

function runLive(settings: RunSettings, counts: RunCounts): Run {
  const realStartMs = Date.now()
  // Faster than real time the fleet begins in the past, so that no device is ahead of the server's
  // clock.
  const fleetStartMs =
    realStartMs -
    (settings.speed > 1 ? (settings.durationS ?? 0) * 1000 * (1 - 1 / settings.speed) : 0)
  const memories = openMemories(settings.memoryPath)
  const drones = settings.fleet.drones.map(
    (drone) => new LiveDrone(drone, settings, counts, fleetStartMs, memories),
  )
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const stop = () => {
    clearInterval(timer)
    for (const drone of drones) drone.close()
    finish()
  }
  const timer = setInterval(() => {
    const nowMs = fleetStartMs + (Date.now() - realStartMs) * settings.speed
    for (const drone of drones) drone.tick(nowMs)
    if (settings.durationS !== null && nowMs - fleetStartMs > settings.durationS * 1000) stop()
  }, TICK_MS)
  return { counts, finished, stop }
}

function runHurried(settings: RunSettings, counts: RunCounts): Run {
  let stopped = false
  const endMs = Date.now()
  const startMs = endMs - (settings.durationS ?? 3600) * 1000
  const work = settings.fleet.drones.filter((drone) => drone.schedule === 'work')
  const finished = Promise.all(
    work.map(async (drone) => {
      const life = new DroneLife(drone, settings.fleet.zones, settings.seed)
      const door = openDoor(drone, settings, counts, () => 'upload')
      door.open()
      let pending: Promise<void>[] = []
      for (let atMs = startMs; !stopped;) {
        const sortie = life.next(atMs)
        if (sortie.truth.endMs > endMs) break
        for (const one of sortie.transmissions) {
          counts.sent++
          pending.push(door.publish(one.topic, encodePayload(one.message)))
          if (pending.length < 200) continue
          await Promise.all(pending)
          pending = []
        }
        await Promise.all(pending)
        pending = []
        counts.sorties++
        recordTruth(settings, sortie)
        atMs = sortie.truth.endMs + life.groundMs()
      }
      door.close()
    }),
  ).then(() => undefined)
  return {
    counts,
    finished,
    stop: () => {
      stopped = true
    },
  }
}
