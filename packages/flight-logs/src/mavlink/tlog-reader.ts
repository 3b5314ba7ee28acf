import { textUntilZero } from '../byte-window.ts'
import type { HeightSource, LogReader } from '../flight-log.ts'
import { higher, lower } from '../log-builder.ts'
import type { LogBuilder } from '../log-builder.ts'
import { DO_SPRAYER, PumpChannel, nameVehicleType } from '../pump-channel.ts'
import { capture } from '../series.ts'
import { FrameSplitter } from './frame-splitter.ts'
import type { MavlinkFrame } from './frame-splitter.ts'
import { fieldValue } from './message-layout.ts'

const INVALID_AUTOPILOT = 8
const ARMED = 128
const UNKNOWN_U16 = 0xffff
const DOWNWARD = 25
/** How long a measurement of another message is valid for a point. */
const FRESH_MS = 1_000
/** Sources of points: the estimate of the autopilot, else the receiver. */
const ESTIMATE = 0
const RECEIVER = 1

/** MAVLink telemetry log of a ground station (.tlog), versions 1 and 2. */
export class TlogReader implements LogReader {
  readonly #to: LogBuilder
  readonly #splitter: FrameSplitter
  readonly #pump = new PumpChannel()
  #system: number | null
  #armed: boolean | null = null
  #landed: number | null = null
  #mode: number | null = null
  #fix: number | null = null
  #satellites: number | null = null
  #percent: number | null = null
  #speedMs: number | null = null
  #flow: { valueLMin: number; stampMs: number } | null = null
  #pumpOn: boolean | null = null
  #height: { m: number; source: HeightSource; stampMs: number } | null = null
  #run = -1
  /** The autopilot's time minus the station's, to time messages that carry no time. */
  #localMs = NaN
  #localStampMs = NaN

  constructor(to: LogBuilder) {
    this.#to = to
    this.#system = to.options.systemId ?? null
    this.#splitter = new FrameSplitter(to.report, (frame) => this.#read(frame))
  }

  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes)
  }

  finish(): void {
    this.#splitter.finish()
    this.#to.identity.systemId = this.#system
  }

  #read(frame: MavlinkFrame): void {
    const { payload, messageId } = frame
    if (this.#system === null && speaksForVehicle(frame)) this.#system = frame.systemId
    if (frame.systemId !== this.#system && messageId !== 76) {
      // ground stations send in the same log; only a second autopilot is counted
      if (isAutopilot(frame)) this.#to.report.otherVehicles++
      return
    }
    const reported = readTime(frame)
    if (reported !== null) {
      this.#localMs = reported
      this.#localStampMs = frame.stampMs
      this.#run = this.#to.clock.findRun(frame.stampMs, reported)
    }
    const localMs = reported ?? this.#localMs + (frame.stampMs - this.#localStampMs)
    this.#series(frame, localMs)
    switch (messageId) {
      case 0:
        return this.#heartbeat(payload, localMs)
      case 1:
        return this.#sysStatus(payload)
      case 2:
        return this.#to.clock.anchor(
          this.#run,
          payload.getUint32(8, true),
          bigToNumber(payload, 0) / 1000,
        )
      case 22:
        return this.#pump.parameter(
          textUntilZero(sliceBytes(payload, 8, 16)),
          payload.getFloat32(0, true),
        )
      case 24:
        return this.#receiver(payload, localMs)
      case 33:
        return this.#estimate(payload, localMs)
      case 36:
        return this.#servo(payload, localMs)
      case 74:
        this.#speedMs = finite(payload.getFloat32(4, true))
        return
      case 76:
        return this.#command(payload, localMs)
      case 132:
        if (
          payload.getUint8(12) === DOWNWARD &&
          payload.getUint16(8, true) < payload.getUint16(6, true)
        )
          this.#measured(payload.getUint16(8, true) / 100, 'rangefinder', frame.stampMs)
        return
      case 136:
        if (payload.getUint16(20, true) > 0)
          this.#measured(payload.getFloat32(12, true), 'terrain', frame.stampMs)
        return
      case 147:
        return this.#battery(payload)
      case 148:
        return this.#version(payload)
      case 173:
        return this.#measured(payload.getFloat32(0, true), 'rangefinder', frame.stampMs)
      case 245:
        return this.#landedState(payload.getUint8(1), localMs)
      case 251:
        return this.#namedValue(payload, frame.stampMs)
      case 253:
        this.#to.addEvent(
          'text',
          textUntilZero(sliceBytes(payload, 1, 50)),
          this.#run,
          localMs,
          this.#run < 0 ? frame.stampMs : NaN,
        )
        return
      default:
    }
  }

  #heartbeat(payload: DataView, localMs: number): void {
    this.#to.identity.vehicleType ??= nameVehicleType(payload.getUint8(4))
    const armed = (payload.getUint8(6) & ARMED) !== 0
    if (this.#armed !== null && armed !== this.#armed)
      this.#to.addEvent(armed ? 'arm' : 'disarm', null, this.#run, localMs)
    this.#armed = armed
    const mode = payload.getUint32(0, true)
    if (this.#mode !== null && mode !== this.#mode)
      this.#to.addEvent('mode', String(mode), this.#run, localMs)
    this.#mode = mode
  }

  #sysStatus(payload: DataView): void {
    const millivolts = payload.getUint16(14, true)
    if (millivolts === 0 || millivolts === UNKNOWN_U16) return
    const battery = this.#to.battery(0)
    battery.minVoltageV = lower(battery.minVoltageV, millivolts / 1000)
    battery.maxVoltageV = higher(battery.maxVoltageV, millivolts / 1000)
    const centiamps = payload.getInt16(16, true)
    if (centiamps >= 0) battery.maxCurrentA = higher(battery.maxCurrentA, centiamps / 100)
    const percent = payload.getInt8(30)
    if (percent < 0 || percent > 100) return
    this.#percent = percent
    battery.firstPercent ??= percent
    battery.lastPercent = percent
  }

  #battery(payload: DataView): void {
    const battery = this.#to.battery(payload.getUint8(32))
    const usedMah = payload.getInt32(0, true)
    if (usedMah >= 0) battery.usedMah = higher(battery.usedMah, usedMah)
    const centidegrees = payload.getInt16(8, true)
    if (centidegrees !== 0x7fff && centidegrees !== 0)
      battery.maxTemperatureC = higher(battery.maxTemperatureC, centidegrees / 100)
    const percent = payload.getInt8(35)
    if (percent < 0 || percent > 100) return
    battery.firstPercent ??= percent
    battery.lastPercent = percent
  }

  #receiver(payload: DataView, localMs: number): void {
    this.#fix = payload.getUint8(28)
    this.#satellites = payload.getUint8(29) === 255 ? null : payload.getUint8(29)
    const speed = payload.getUint16(24, true)
    const course = payload.getUint16(26, true)
    this.#to.addPoint(
      RECEIVER,
      {
        tMs: NaN,
        lng: this.#fix >= 2 ? payload.getInt32(12, true) / 1e7 : NaN,
        lat: this.#fix >= 2 ? payload.getInt32(8, true) / 1e7 : NaN,
        speedMs: speed === UNKNOWN_U16 ? this.#speedMs : speed / 100,
        headingDeg: course === UNKNOWN_U16 ? null : course / 100,
        ...this.#common(),
        heightM: null,
      },
      this.#run,
      localMs,
    )
  }

  #estimate(payload: DataView, localMs: number): void {
    const heading = payload.getUint16(26, true)
    const fresh =
      this.#height !== null &&
      Math.abs(localMs - this.#localMs + this.#localStampMs - this.#height.stampMs) <= FRESH_MS
        ? this.#height
        : null
    this.#to.addPoint(
      ESTIMATE,
      {
        tMs: NaN,
        lng: payload.getInt32(8, true) / 1e7,
        lat: payload.getInt32(4, true) / 1e7,
        heightM: fresh === null ? payload.getInt32(16, true) / 1000 : fresh.m,
        speedMs: Math.hypot(payload.getInt16(20, true), payload.getInt16(22, true)) / 100,
        headingDeg: heading === UNKNOWN_U16 ? null : heading / 100,
        ...this.#common(),
      },
      this.#run,
      localMs,
      fresh?.source ?? 'home',
    )
  }

  #common() {
    const flow =
      this.#flow !== null && Math.abs(this.#localStampMs - this.#flow.stampMs) <= FRESH_MS
        ? this.#flow.valueLMin
        : null
    return {
      fix: this.#fix,
      satellites: this.#satellites,
      batteryPercent: this.#percent,
      pumpOn: this.#pumpOn,
      flowLMin: flow,
    }
  }

  #measured(m: number, source: HeightSource, stampMs: number): void {
    if (Number.isFinite(m) && m > 0) this.#height = { m, source, stampMs }
  }

  #servo(payload: DataView, localMs: number): void {
    const port = payload.getUint8(20)
    const index = this.#pump.channel === null ? -1 : this.#pump.channel - 1 - port * 16
    if (index < 0 || index > 15) return
    this.#setPump(
      this.#pump.isOn(payload.getUint16(index < 8 ? 4 + index * 2 : 21 + (index - 8) * 2, true)),
      localMs,
    )
  }

  #command(payload: DataView, localMs: number): void {
    const target = payload.getUint8(30)
    if (
      payload.getUint16(28, true) !== DO_SPRAYER ||
      this.#pump.channel !== null ||
      (target !== 0 && target !== this.#system)
    )
      return
    this.#setPump(payload.getFloat32(0, true) > 0.5, localMs)
  }

  #setPump(on: boolean | null, localMs: number): void {
    if (on === null || on === this.#pumpOn) return
    this.#pumpOn = on
    this.#to.addEvent(on ? 'pump_on' : 'pump_off', null, this.#run, localMs)
  }

  #landedState(state: number, localMs: number): void {
    if (state === 0 || state === this.#landed) return
    // MAV_LANDED_STATE: 1 on ground, 2 in air, 3 taking off, 4 landing
    if (state === 1 && this.#landed !== null) this.#to.addEvent('landing', null, this.#run, localMs)
    if (state !== 1 && this.#landed === 1) this.#to.addEvent('takeoff', null, this.#run, localMs)
    this.#landed = state
  }

  #namedValue(payload: DataView, stampMs: number): void {
    const value = payload.getFloat32(4, true)
    // agricultural firmware on ArduPilot and PX4 sends its flow meter under this name, in L/min;
    // common.xml has no message for it
    if (textUntilZero(sliceBytes(payload, 8, 10)).toLowerCase() === 'flow' && value >= 0)
      this.#flow = { valueLMin: value, stampMs }
  }

  #version(payload: DataView): void {
    const { identity } = this.#to
    const version = payload.getUint32(16, true)
    if (version !== 0)
      identity.firmware ??= `${version >>> 24}.${(version >>> 16) & 0xff}.${(version >>> 8) & 0xff}`
    const serial = hex(payload, 8, 8)
    if (!/^0*$/.test(serial)) identity.serial ??= serial
    const board = payload.getUint32(28, true)
    if (board !== 0) identity.hardware ??= `board ${board >>> 16}`
  }

  #series(frame: MavlinkFrame, localMs: number): void {
    const { message, payload } = frame
    if (this.#to.capture === null)
      return this.#to.catalog.count(message.name, () =>
        message.fields.filter(
          (field) => field.type !== 'text' && !/^time_(boot_ms|usec)$/.test(field.name),
        ),
      )
    const wanted = this.#to.capture.of(message.name)
    if (wanted === undefined) return
    for (const field of message.fields) {
      const series = wanted.get(field.name)
      if (series === undefined) continue
      series.unit = field.unit
      capture(series, this.#run, localMs, fieldValue(payload, field))
    }
  }
}

function isAutopilot({ messageId, componentId, payload }: MavlinkFrame): boolean {
  return messageId === 0 && componentId === 1 && payload.getUint8(5) !== INVALID_AUTOPILOT
}

/**
 * Ground stations send their own heartbeats, and commands; everything else of the first component
 * is from an autopilot.
 */
function speaksForVehicle(frame: MavlinkFrame): boolean {
  return (
    isAutopilot(frame) ||
    (frame.componentId === 1 && frame.messageId !== 0 && frame.messageId !== 76)
  )
}

/** Milliseconds since the autopilot's start, from the messages that contain them. */
function readTime({ messageId, payload }: MavlinkFrame): number | null {
  if (messageId === 33 || messageId === 30) return payload.getUint32(0, true)
  return messageId === 2 ? payload.getUint32(8, true) : null
}

function bigToNumber(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 4_294_967_296
}

function sliceBytes(view: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length)
}

function hex(view: DataView, at: number, length: number): string {
  return Array.from(sliceBytes(view, at, length), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
