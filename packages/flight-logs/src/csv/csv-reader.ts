import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { isSetClock, LIMITS } from '../flight-log.ts'
import type { DateOrder, HeightSource, LogReader } from '../flight-log.ts'
import { higher, lower } from '../log-builder.ts'
import type { LogBuilder } from '../log-builder.ts'
import { capture } from '../series.ts'
import { isTime, readTime } from '../time-text.ts'
import type { WrittenTime } from '../time-text.ts'
import { parseNumber, readValue } from '../track-fields.ts'
import { parseCsvHeader } from './csv-columns.ts'
import type { CsvColumn, CsvHeader, TimeColumn } from './csv-columns.ts'
import { splitCells, detectDelimiter, TextLines } from './csv-rows.ts'

/** The header must be within this many lines; Airdata writes it first, others put remarks above. */
const HEADER_WITHIN = 20
/** Maximum length of a cell in a row of units below the header. */
const LONGEST_UNIT = 24
/** A larger whole number is not in degrees. */
const SCALED_FROM = 1_000
const PLACES_A_DEGREE = 1e7
/** MAVLink and PX4 give heights in mm where they give positions in 1e-7 degrees. */
const MM_A_METRE = 1000

/** Tables of points with a header: Airdata's, those of DJI's converters, and our own. */
export class CsvReader implements LogReader {
  readonly #to: LogBuilder
  readonly #lines = new TextLines()
  #delimiter = ','
  #header: CsvHeader | null = null
  #linesSeen = 0
  #rowsSeen = 0
  #run = -1
  /** The column of the times; chosen at the first row that has one. */
  #timeColumn: TimeColumn | null = null
  /** Whether places are whole numbers of 1e-7 degrees, by the first row with a place. */
  #isScaled: boolean | null = null
  #hasUndatedTimes = false

  constructor(to: LogBuilder) {
    this.#to = to
  }

  push(bytes: Uint8Array): void {
    for (const line of this.#lines.push(bytes)) this.#line(line)
  }

  finish(): void {
    const last = this.#lines.finish()
    if (last.trim() !== '') {
      const cells = splitCells(last, this.#delimiter)
      if (this.#header !== null && cells.length < this.#header.columns.length)
        this.#to.report.truncatedAtByte = this.#to.report.bytes - utf8.encode(last).length
      else this.#line(last)
    }
    this.#to.report.badRecords += this.#lines.tooLong
    const header = this.#header
    if (header === null) return this.#to.note('not_this_format')
    if (header.times.length === 0 && this.#to.options.startMs === undefined)
      this.#to.note('no_times')
    if (this.#hasUndatedTimes) this.#to.note('times_without_date')
    if (this.#isScaled === true) this.#to.note('positions_scaled')
    for (const title of header.notUnderstood) this.#to.notUnderstood(title)
    if (header.notUnderstood.length > 0) this.#to.note('unknown_units')
  }

  #line(line: string): void {
    if (line === '' || line === '\r') return
    this.#linesSeen++
    if (this.#header !== null) return this.#row(splitCells(line, this.#delimiter), this.#header)
    if (this.#linesSeen > HEADER_WITHIN) return
    this.#delimiter = detectDelimiter(line)
    this.#header = parseCsvHeader(splitCells(line, this.#delimiter).slice(0, LIMITS.columns))
    if (this.#header !== null) this.#begin()
  }

  #begin(): void {
    if (this.#header!.elapsed !== null) this.#run = this.#to.clock.onlyRun()
  }

  /** Adds a row of units below the header to its titles. */
  #takesUnits(cells: readonly string[], header: CsvHeader): boolean {
    const isUnits =
      cells.some((cell) => cell.trim() !== '') &&
      cells.every((cell) => cell.length <= LONGEST_UNIT && Number.isNaN(parseNumber(cell))) &&
      cells[header.lat.index] !== header.lat.title
    if (!isUnits) return false
    const titles = header.columns.map(({ title, unit }, i) => {
      const unitText = (cells[i] ?? '').trim().replace(/^[([]|[)\]]$/g, '')
      return unit !== null || unitText === '' ? title : `${title} (${unitText})`
    })
    const withUnits = parseCsvHeader(titles)
    if (withUnits === null) return false
    this.#header = withUnits
    this.#begin()
    return true
  }

  #row(cells: readonly string[], header: CsvHeader): void {
    if (this.#rowsSeen++ === 0 && this.#takesUnits(cells, header)) return
    const [lat, lng] = this.#place(cells, header)
    const latCell = cells[header.lat.index]
    if (
      latCell === undefined ||
      cells[header.lng.index] === undefined ||
      (Number.isNaN(lat) && latCell.trim() !== '')
    ) {
      // concatenated files repeat their header
      if (latCell?.trim() !== header.columns[header.lat.index]?.title) this.#to.report.badRecords++
      return
    }
    const span = header.elapsed === null ? NaN : this.#number(cells, header.elapsed)
    // a column of milliseconds may count them since 1970
    const isSinceEpoch = header.times.length === 0 && isSetClock(span)
    const time = isSinceEpoch ? { tMs: span } : this.#time(cells, header)
    const statedMs = time.tMs
    const elapsed = isSinceEpoch ? NaN : span
    // without a valid value here the row is still usable, but counted as damaged
    if (header.elapsed !== null && Number.isNaN(span) && cells[header.elapsed.index] !== '')
      this.#to.report.badRecords++
    const point: { -readonly [K in keyof TelemetryPoint]?: TelemetryPoint[K] } = {}
    for (const [field, column] of header.fields) {
      const cell = cells[column.index]
      if (cell === undefined || cell === '') continue
      const value =
        field.kind === 'number'
          ? this.#number(cells, column)
          : readValue(cell.replace(/^'(?=[=+\-@\t])/, ''), field)
      if (value !== null && !Number.isNaN(value))
        (point as Record<string, unknown>)[field.key] = value
    }
    if (point.headingDeg !== undefined && point.headingDeg !== null && point.headingDeg < 0)
      point.headingDeg += 360
    // rows of one whole second are spread inside it in this order (canonicalPoints)
    if (point.seq === undefined && Number.isInteger(elapsed) && elapsed >= 0) point.seq = elapsed
    const height = this.#height(cells, header, point)
    this.#battery(cells, header)
    this.#to.addPoint(
      0,
      {
        ...point,
        ...time,
        lng,
        lat,
        altitudeM: header.altitude === null ? NaN : this.#heightNumber(cells, header.altitude),
      },
      Number.isNaN(statedMs) ? this.#run : -1,
      elapsed,
      height,
    )
    this.#series(cells, header, this.#to.settled(time), elapsed)
  }

  #place(cells: readonly string[], header: CsvHeader): [lat: number, lng: number] {
    const lat = this.#number(cells, header.lat)
    const lng = this.#number(cells, header.lng)
    if (this.#isScaled === null && lat !== 0 && lng !== 0 && !Number.isNaN(lat + lng))
      this.#isScaled =
        header.lat.factor === 1 &&
        Number.isInteger(lat) &&
        Number.isInteger(lng) &&
        Math.max(Math.abs(lat), Math.abs(lng)) >= SCALED_FROM
    return this.#isScaled === true ? [lat / PLACES_A_DEGREE, lng / PLACES_A_DEGREE] : [lat, lng]
  }

  #heightNumber(cells: readonly string[], column: CsvColumn): number {
    const value = this.#number(cells, column)
    return this.#isScaled === true && column.unit === null && Number.isInteger(value)
      ? value / MM_A_METRE
      : value
  }

  #time(cells: readonly string[], header: CsvHeader): WrittenTime {
    if (this.#timeColumn !== null) return this.#timeIn(cells, header, this.#timeColumn)
    let first: WrittenTime | null = null
    for (const column of header.times) {
      const time = this.#timeIn(cells, header, column)
      first ??= time
      if (!isSetClock(time.tMs) && !isSetClock(time.dayFirstMs ?? NaN)) continue
      this.#timeColumn = column
      return time
    }
    return first ?? { tMs: NaN }
  }

  #timeIn(cells: readonly string[], header: CsvHeader, column: TimeColumn): WrittenTime {
    const text = cells[column.index] ?? ''
    const { date } = header
    const zone =
      column.zone === 'local' && column.unit === null && date !== null ? date.zone : column.zone
    let time: WrittenTime = { tMs: NaN }
    if (date !== null) {
      const day = (cells[date.index] ?? '').trim()
      time = readTime(`${day} ${text.trim()}`, zone)
      // a date that includes a time
      if (!isTime(time)) time = readTime(`${day.split(/[ T]/)[0]!} ${text.trim()}`, zone)
    }
    if (!isTime(time)) time = readTime(text, zone)
    if (!isTime(time) && /^\s*\d{1,2}:\d{2}/.test(text)) this.#hasUndatedTimes = true
    return this.#decided(time, (date ?? column).dateOrder ?? column.dateOrder)
  }

  /** Applies the date order from the header or chosen by a person. */
  #decided(time: WrittenTime, order: DateOrder | null): WrittenTime {
    const { dayFirstMs, ...rest } = time
    return order === null || dayFirstMs === undefined
      ? time
      : { ...rest, tMs: order === 'dmy' ? dayFirstMs : time.tMs }
  }

  #height(
    cells: readonly string[],
    header: CsvHeader,
    point: { heightM?: number | null },
  ): HeightSource | null {
    for (const [source, column] of header.heights) {
      const heightM = this.#heightNumber(cells, column)
      // a sonar out of range reports 0
      if (Number.isNaN(heightM) || (source === 'rangefinder' && heightM <= 0)) continue
      point.heightM = heightM
      return source
    }
    return null
  }

  #battery(cells: readonly string[], header: CsvHeader): void {
    const column = header.columns.find((one) => one.title.toLowerCase() === 'voltage(v)')
    const percent = header.fields.find(([field]) => field.key === 'batteryPercent')?.[1]
    if (column === undefined) return
    const battery = this.#to.battery(0)
    const volts = this.#number(cells, column)
    if (volts > 0) {
      battery.minVoltageV = lower(battery.minVoltageV, volts)
      battery.maxVoltageV = higher(battery.maxVoltageV, volts)
    }
    const share = percent === undefined ? NaN : this.#number(cells, percent)
    if (Number.isNaN(share)) return
    battery.firstPercent ??= share
    battery.lastPercent = share
  }

  #number(cells: readonly string[], column: CsvColumn): number {
    const cell = cells[column.index] ?? ''
    // tables with semicolons come from countries that write 3,14
    const value = parseNumber(this.#delimiter === ';' ? cell.replace(',', '.') : cell)
    return value * column.factor
  }

  #series(cells: readonly string[], header: CsvHeader, statedMs: number, elapsed: number): void {
    if (this.#to.capture === null)
      return this.#to.catalog.count('csv', () =>
        header.columns.map((column) => ({ name: column.title, unit: column.unit })),
      )
    const wanted = this.#to.capture.of('csv')
    if (wanted === undefined) return
    for (const column of header.columns) {
      const series = wanted.get(column.title)
      const value = series === undefined ? NaN : this.#number(cells, column)
      if (series === undefined || Number.isNaN(value)) continue
      series.unit = column.unit
      if (isSetClock(statedMs)) capture(series, -1, statedMs, value)
      else if (this.#run >= 0) capture(series, this.#run, elapsed, value)
    }
  }
}

const utf8 = new TextEncoder()
