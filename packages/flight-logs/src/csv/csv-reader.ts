import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { isSetClock, LIMITS } from '../flight-log.ts'
import type { HeightSource, LogReader } from '../flight-log.ts'
import { higher, lower } from '../log-builder.ts'
import type { LogBuilder } from '../log-builder.ts'
import { capture } from '../series.ts'
import { parseNumber, readValue, parseTime } from '../track-fields.ts'
import { parseCsvHeader } from './csv-columns.ts'
import type { CsvColumn, CsvHeader } from './csv-columns.ts'
import { splitCells, detectDelimiter, TextLines } from './csv-rows.ts'

/** A header stands within so many lines; Airdata writes it first, others put remarks above. */
const HEADER_WITHIN = 20

/** Tables of points with a header: Airdata's, those of DJI's converters, and our own. */
export class CsvReader implements LogReader {
  readonly #to: LogBuilder
  readonly #lines = new TextLines()
  #delimiter = ','
  #header: CsvHeader | null = null
  #linesSeen = 0
  #run = -1

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
    if (this.#header === null) this.#to.note('not_this_format')
    else if (this.#header.time === null && this.#to.options.startMs === undefined)
      this.#to.note('no_times')
  }

  #line(line: string): void {
    if (line === '' || line === '\r') return
    this.#linesSeen++
    if (this.#header !== null) return this.#row(splitCells(line, this.#delimiter), this.#header)
    if (this.#linesSeen > HEADER_WITHIN) return
    this.#delimiter = detectDelimiter(line)
    this.#header = parseCsvHeader(splitCells(line, this.#delimiter).slice(0, LIMITS.columns))
    if (this.#header === null) return
    if (this.#header.unknownUnits.length > 0) this.#to.note('unknown_units')
    if (this.#header.elapsed !== null) this.#run = this.#to.clock.onlyRun()
  }

  #row(cells: readonly string[], header: CsvHeader): void {
    const lat = this.#number(cells, header.lat)
    const lng = this.#number(cells, header.lng)
    const latCell = cells[header.lat.index]
    if (
      latCell === undefined ||
      cells[header.lng.index] === undefined ||
      (Number.isNaN(lat) && latCell.trim() !== '')
    ) {
      // files put behind each other repeat their header
      if (latCell?.trim() !== header.columns[header.lat.index]?.title) this.#to.report.badRecords++
      return
    }
    const told = header.time === null ? NaN : parseTime(cells[header.time.index] ?? '')
    const elapsed = header.elapsed === null ? NaN : this.#number(cells, header.elapsed)
    // a row that is right where it matters is used, and counted as damaged
    if (header.elapsed !== null && Number.isNaN(elapsed) && cells[header.elapsed.index] !== '')
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
        tMs: told,
        lng,
        lat,
        altitudeM: header.altitude === null ? NaN : this.#number(cells, header.altitude),
      },
      Number.isNaN(told) ? this.#run : -1,
      elapsed,
      height,
    )
    this.#series(cells, header, told, elapsed)
  }

  #height(
    cells: readonly string[],
    header: CsvHeader,
    point: { heightM?: number | null },
  ): HeightSource | null {
    for (const [source, column] of header.heights) {
      const heightM = this.#number(cells, column)
      // a sonar out of range says 0
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

  #series(cells: readonly string[], header: CsvHeader, told: number, elapsed: number): void {
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
      if (isSetClock(told)) capture(series, -1, told, value)
      else if (this.#run >= 0) capture(series, this.#run, elapsed, value)
    }
  }
}

const utf8 = new TextEncoder()
