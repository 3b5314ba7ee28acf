import { textUntilZero } from '../byte-window.ts'
import type { HeightSource, LogReader } from '../flight-log.ts'
import { higher, lower } from '../log-builder.ts'
import type { LogBuilder } from '../log-builder.ts'
import { utcOfGps } from '../log-clock.ts'
import { DO_SPRAYER, PumpChannel } from '../pump-channel.ts'
import { capture } from '../series.ts'
import type { SeriesField } from '../series.ts'
import { RecordSplitter } from './record-splitter.ts'
import type { RecordFormat } from './value-types.ts'

const FRESH_MS = 1_000
const FIX_2D = 2
/** Sources of points: the first receiver (has its own UTC), the estimate, the second receiver. */
const RECEIVER = 0
const ESTIMATE = 1
const SECOND_RECEIVER = 2
/** LogEvent of ardupilot: libraries/AP_Logger/AP_Logger.h. */
const EVENTS = { armed: 10, disarmed: 11, landComplete: 18, notLanded: 28 } as const

type Record_ = {
  readonly format: RecordFormat
  readonly view: DataView
  readonly at: number
  readonly bytes: Uint8Array
}

/** ArduPilot's own log (.bin). */
export class DataflashReader implements LogReader {
  readonly #to: LogBuilder
  readonly #splitter: RecordSplitter
  readonly #pump = new PumpChannel()
  readonly #units = new Map<number, string>()
  readonly #multipliers = new Map<number, number>()
  readonly #run: number
  #armed: boolean | null = null
  #landed: boolean | null = null
  #pumpOn: boolean | null = null
  #flowLMin: number | null = null
  #percent: number | null = null
  #headingDeg: number | null = null
  readonly #heights: Partial<Record<HeightSource, { m: number; localMs: number }>> = {}

  constructor(to: LogBuilder) {
    this.#to = to
    this.#run = to.clock.onlyRun()
    this.#splitter = new RecordSplitter(to.report, (format, view, at, bytes) =>
      this.#read(format, view, at, bytes),
    )
  }

  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes)
  }

  finish(): void {
    this.#splitter.finish()
    if (this.#splitter.formats.size === 1) this.#to.note('no_definitions')
    this.#to.report.badRecords += this.#splitter.undefinedRecords
  }

  #read(format: RecordFormat, view: DataView, at: number, bytes: Uint8Array): void {
    this.#series(format, view, at)
    if (
      this.#to.capture !== null &&
      !CLOCK_RECORDS.has(format.name) &&
      !UNIT_RECORDS.has(format.name)
    )
      return
    const record = { format, view, at, bytes }
    const number = (name: string) => format.number(view, at, name)
    const localMs = number('TimeUS') / 1000
    switch (format.name) {
      case 'GPS':
      case 'GPS2':
        return this.#receiver(record, localMs)
      case 'POS':
        return this.#estimate(record, localMs)
      case 'BAT':
      case 'CURR':
        return this.#battery(record)
      case 'ATT':
        this.#headingDeg = turned(number('Yaw'))
        return
      case 'RFND':
        this.#measured(
          'rangefinder',
          [
            ['Dist', 'Orient'],
            ['Dist1', 'Orient1'],
          ]
            .map(([distance, orientation]) => ({
              m: number(distance!),
              orientation: number(orientation!),
            }))
            .find(({ m, orientation }) => m > 0 && orientation === 25)?.m ?? NaN,
          localMs,
        )
        return
      case 'TERR':
        if (number('Status') === 2) this.#measured('terrain', number('CHeight'), localMs)
        return
      case 'RCOU':
      case 'RCO2':
      case 'RCO3':
        if (this.#pump.channel !== null)
          this.#setPump(this.#pump.isOn(number(`C${this.#pump.channel}`)), localMs)
        return
      case 'SPRY':
        this.#sprayer(record, localMs)
        return
      case 'CMD':
        if (number('CId') === DO_SPRAYER && this.#pump.channel === null)
          this.#setPump(number('Prm1') > 0.5, localMs)
        return
      case 'ARM':
        return this.#setArmed(number('ArmState') === 1, localMs)
      case 'EV':
        return this.#event(number('Id'), localMs)
      case 'MODE':
        this.#to.addEvent('mode', String(number('Mode')), this.#run, localMs)
        return
      case 'MSG':
        return this.#message(readText(record, 'Message'), localMs)
      case 'VER':
        this.#to.identity.firmware = readText(record, 'FWS') || this.#to.identity.firmware
        return
      case 'PARM':
        return this.#pump.parameter(readText(record, 'Name'), number('Value'))
      case 'FMTU':
        return this.#unitsOf(record)
      case 'UNIT':
        this.#units.set(number('Id') & 0xff, readText(record, 'Label'))
        return
      case 'MULT':
        this.#multipliers.set(number('Id') & 0xff, number('Mult'))
        return
      default:
    }
  }

  #receiver({ format, view, at }: Record_, localMs: number): void {
    const number = (name: string) => format.number(view, at, name)
    const fix = number('Status')
    const week = number('GWk')
    // a receiver without time counts weeks from 0, or from its maker's epoch
    const utcMs = week > 1_000 && fix >= FIX_2D ? utcOfGps(week, number('GMS')) : 0
    if (format.name === 'GPS' && format.instance(view, at) === 0)
      this.#to.clock.anchor(this.#run, localMs, utcMs)
    const [height, source] = this.#height(localMs)
    const second = format.name === 'GPS2' || format.instance(view, at) > 0
    this.#to.addPoint(
      second ? SECOND_RECEIVER : RECEIVER,
      {
        tMs: utcMs,
        lng: fix >= FIX_2D ? number('Lng') : NaN,
        lat: fix >= FIX_2D ? number('Lat') : NaN,
        heightM: height,
        speedMs: known(number('Spd')),
        headingDeg: this.#headingDeg ?? turned(number('GCrs')),
        fix,
        satellites: known(number('NSats')),
        ...this.#common(),
      },
      this.#run,
      localMs,
      source,
    )
  }

  #estimate({ format, view, at }: Record_, localMs: number): void {
    const number = (name: string) => format.number(view, at, name)
    this.#measured('home', number('RelHomeAlt'), localMs)
    const [height, source] = this.#height(localMs)
    this.#to.addPoint(
      ESTIMATE,
      {
        tMs: NaN,
        lng: number('Lng'),
        lat: number('Lat'),
        heightM: height,
        speedMs: null,
        headingDeg: this.#headingDeg,
        ...this.#common(),
      },
      this.#run,
      localMs,
      source,
    )
  }

  #common() {
    return { pumpOn: this.#pumpOn, flowLMin: this.#flowLMin, batteryPercent: this.#percent }
  }

  #measured(source: HeightSource, m: number, localMs: number): void {
    if (Number.isFinite(m)) this.#heights[source] = { m, localMs }
  }

  #height(localMs: number): [m: number | null, source: HeightSource | null] {
    for (const source of ['rangefinder', 'terrain', 'home'] as const) {
      const one = this.#heights[source]
      if (one !== undefined && Math.abs(localMs - one.localMs) <= FRESH_MS) return [one.m, source]
    }
    return [null, null]
  }

  #battery({ format, view, at }: Record_): void {
    const number = (name: string) => format.number(view, at, name)
    const instance = format.instance(view, at)
    const battery = this.#to.battery(instance)
    if (number('Volt') > 0) {
      battery.minVoltageV = lower(battery.minVoltageV, number('Volt'))
      battery.maxVoltageV = higher(battery.maxVoltageV, number('Volt'))
    }
    battery.maxCurrentA = higher(battery.maxCurrentA, number('Curr'))
    battery.usedMah = higher(battery.usedMah, number('CurrTot'))
    if (number('Temp') !== 0)
      battery.maxTemperatureC = higher(battery.maxTemperatureC, number('Temp'))
    const percent = number('RemPct')
    if (!(percent >= 0 && percent <= 100)) return
    if (instance === 0) this.#percent = percent
    battery.firstPercent ??= percent
    battery.lastPercent = percent
  }

  /**
   * No release of ArduPilot writes SPRY; vendors' builds do. `Flow` is taken as L/min, `On` as the
   * pump's state.
   */
  #sprayer({ format, view, at }: Record_, localMs: number): void {
    const flow = format.number(view, at, 'Flow')
    if (flow >= 0) this.#flowLMin = flow
    const on = format.number(view, at, 'On')
    if (!Number.isNaN(on)) this.#setPump(on > 0, localMs)
  }

  #event(id: number, localMs: number): void {
    if (id === EVENTS.armed || id === EVENTS.disarmed) this.#setArmed(id === EVENTS.armed, localMs)
    if (id !== EVENTS.landComplete && id !== EVENTS.notLanded) return
    const landed = id === EVENTS.landComplete
    if (this.#landed !== landed && !(this.#landed === null && landed))
      this.#to.addEvent(landed ? 'landing' : 'takeoff', null, this.#run, localMs)
    this.#landed = landed
  }

  #setArmed(armed: boolean, localMs: number): void {
    if (this.#armed === armed) return
    this.#armed = armed
    this.#to.addEvent(armed ? 'arm' : 'disarm', null, this.#run, localMs)
  }

  #setPump(on: boolean | null, localMs: number): void {
    if (on === null || on === this.#pumpOn) return
    this.#pumpOn = on
    this.#to.addEvent(on ? 'pump_on' : 'pump_off', null, this.#run, localMs)
  }

  #message(text: string, localMs: number): void {
    const { identity } = this.#to
    const firmware = /^Ardu(Copter|Plane|Rover|Sub)\b.*$|^APM:(Copter|Plane|Rover)\b.*$/.exec(text)
    if (firmware !== null) {
      identity.firmware ??= text
      identity.vehicleType ??= (firmware[1] ?? firmware[2])!.toLowerCase()
    }
    // e.g. "CubeBlack 00320028 3036510C 31343333": the board and its processor's number
    const board = /^([\w+-]+) ([0-9A-F]{8} [0-9A-F]{8} [0-9A-F]{8})$/i.exec(text)
    if (board !== null) {
      identity.hardware ??= board[1]!
      identity.serial ??= board[2]!.replaceAll(' ', '')
    }
    this.#to.addEvent('text', text, this.#run, localMs)
  }

  #unitsOf(record: Record_): void {
    const described = this.#splitter.formats.get(
      record.format.number(record.view, record.at, 'FmtType'),
    )
    if (described === undefined) return
    described.unitLetters = readText(record, 'UnitIds')
    described.multiplierLetters = readText(record, 'MultIds')
  }

  #series(format: RecordFormat, view: DataView, at: number): void {
    if (this.#to.capture === null)
      return this.#to.catalog.count(format.kind(view, at), () => this.#fields(format))
    const wanted = this.#to.capture.of(format.kind(view, at))
    if (wanted === undefined) return
    const localMs = format.number(view, at, 'TimeUS') / 1000
    for (const field of format.fields) {
      const series = wanted.get(field.name)
      if (series === undefined || field.read === null) continue
      series.unit = this.#unitOf(format, field.name)
      capture(
        series,
        this.#run,
        localMs,
        field.read(view, at + field.offset) *
          (field.scale === 1 ? this.#multiplierOf(format, field.name) : field.scale),
      )
    }
  }

  #fields(format: RecordFormat): SeriesField[] {
    return format.fields
      .filter((field) => field.read !== null && field.name !== 'TimeUS')
      .map((field) => ({ name: field.name, unit: this.#unitOf(format, field.name) }))
  }

  #unitOf(format: RecordFormat, name: string): string | null {
    const letter = format.unitLetters.charCodeAt(
      format.fields.findIndex((field) => field.name === name),
    )
    const unit = this.#units.get(letter) ?? ''
    return unit === '' || unit === 'UNKNOWN' || unit === 'instance' ? null : unit
  }

  /**
   * MULT applies to plain letters; c, C, e, E and L imply theirs. 0 and unknown letters mean no
   * multiplier.
   */
  #multiplierOf(format: RecordFormat, name: string): number {
    return (
      this.#multipliers.get(
        format.multiplierLetters.charCodeAt(
          format.fields.findIndex((field) => field.name === name),
        ),
      ) || 1
    )
  }
}

/** Records that a pass for series must read in addition to the series. */
const CLOCK_RECORDS = new Set(['GPS', 'GPS2'])
const UNIT_RECORDS = new Set(['FMTU', 'UNIT', 'MULT'])

function readText({ format, at, bytes }: Record_, name: string): string {
  const field = format.field(name)
  return field === undefined
    ? ''
    : textUntilZero(bytes.subarray(at + field.offset, at + field.offset + field.bytes))
}

function turned(deg: number): number | null {
  return Number.isFinite(deg) ? ((deg % 360) + 360) % 360 : null
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
