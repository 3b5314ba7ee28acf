// Doses of an ISO 11783-10 task: treatment zones with outlines, and grids of type 1 (a zone a cell)
// and type 2 (a value a cell).
import type { LngLat } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import { XmlScanner } from '@swath/file-syntax/xml-scanner'
import type { DoseZone } from '../plan.ts'

/** DDIs of the data dictionary: volumes per area, set and default, in mm³/m² (0.01 L/ha). */
const volumePerArea: ReadonlySet<number> = new Set([1, 2])
const litresHaOf = (value: number): number => value / 100

type Grid = {
  readonly south: number
  readonly west: number
  readonly stepLat: number
  readonly stepLng: number
  readonly columns: number
  readonly rows: number
  readonly fileName: string
  readonly type: number
}

type TreatmentZone = {
  readonly code: number
  doseLHa: number | null
  parts: LngLat[][][]
  /** How many values a cell of type 2 has before the dose. */ valueIndex: number
  values: number
}

type Elements = { zones: TreatmentZone[]; grids: { grid: Grid; usualZone: number }[] }

const figure = (attributes: ReadonlyMap<string, string>, name: string): number =>
  Number(attributes.get(name) ?? Number.NaN)

const readElements = (xml: string): Elements => {
  const elements: Elements = { zones: [], grids: [] }
  let zone: TreatmentZone | null = null
  let ring: LngLat[] | null = null
  const open = (name: string, attributes: ReadonlyMap<string, string>): void => {
    if (name === 'TZN') {
      zone = { code: figure(attributes, 'A'), doseLHa: null, parts: [], valueIndex: 0, values: 0 }
      elements.zones.push(zone)
    } else if (name === 'PDV' && zone) {
      if (volumePerArea.has(Number.parseInt(attributes.get('A') ?? '', 16))) {
        zone.doseLHa = litresHaOf(figure(attributes, 'B'))
        zone.valueIndex = zone.values
      }
      zone.values++
    } else if (name === 'LSG' && zone) {
      ring = []
      const isOuter = attributes.get('A') !== '2'
      if (isOuter || zone.parts.length === 0) zone.parts.push([ring])
      else zone.parts.at(-1)!.push(ring)
    } else if (name === 'PNT' && ring) {
      ring.push([figure(attributes, 'D'), figure(attributes, 'C')])
    } else if (name === 'GRD') {
      elements.grids.push({
        grid: {
          south: figure(attributes, 'A'),
          west: figure(attributes, 'B'),
          stepLat: figure(attributes, 'C'),
          stepLng: figure(attributes, 'D'),
          columns: figure(attributes, 'E'),
          rows: figure(attributes, 'F'),
          fileName: attributes.get('G') ?? '',
          type: figure(attributes, 'I'),
        },
        usualZone: figure(attributes, 'J'),
      })
    }
  }
  const close = (name: string): void => {
    if (name === 'TZN') zone = null
    if (name === 'LSG') ring = null
  }
  const scanner = new XmlScanner({ open, close }, () => undefined)
  scanner.push(xml)
  scanner.finish()
  return elements
}

const rectangle = (grid: Grid, row: number, from: number, to: number): Parts => {
  const [south, north] = [grid.south + row * grid.stepLat, grid.south + (row + 1) * grid.stepLat]
  const [west, east] = [grid.west + from * grid.stepLng, grid.west + to * grid.stepLng]
  return [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ]
}

/** Cells from south-west, row by row; neighbours of one dose in a row become one piece. */
const readGrid = (
  { grid, usualZone }: Elements['grids'][number],
  zones: readonly TreatmentZone[],
  bytes: Uint8Array,
  atMost: number,
): DoseZone[] => {
  const { columns, rows, type } = grid
  const usual = zones.find(({ code }) => code === usualZone)
  const cellBytes = type === 1 ? 1 : 4 * (usual?.values || 1)
  // A grid's stated size is limited by the data that is present.
  const cells = Math.floor(bytes.byteLength / cellBytes)
  if (!(columns > 0 && rows > 0 && columns <= cells)) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const doses = new Map(zones.map(({ code, doseLHa }) => [code, doseLHa]))
  const doseAt = (cell: number): number | null => {
    if (cell >= cells) return null
    if (type === 1) return doses.get(bytes[cell]!) ?? null
    return litresHaOf(view.getInt32(cell * cellBytes + 4 * (usual?.valueIndex ?? 0), true))
  }
  const found: DoseZone[] = []
  for (let row = 0; row < Math.min(rows, Math.ceil(cells / columns)); row++) {
    let from = 0
    for (let column = 1; column <= columns; column++) {
      const dose = doseAt(row * columns + from)
      if (column < columns && doseAt(row * columns + column) === dose) continue
      if (dose !== null) found.push({ parts: rectangle(grid, row, from, column), doseLHa: dose })
      from = column
      if (found.length > atMost) return found
    }
  }
  return found
}

/**
 * `findFile`: the content of a grid's file, by its name without an extension; null: not there. Of a
 * grid with more zones than `atMost` only one more is computed.
 */
export const readTaskDataDoses = (
  xml: string,
  findFile: (name: string) => Uint8Array | null,
  atMost = Infinity,
): DoseZone[] => {
  const { zones, grids } = readElements(xml)
  const outlined = zones.flatMap(({ parts, doseLHa }): DoseZone[] => {
    const whole = parts.filter(([outer]) => (outer?.length ?? 0) > 2)
    return doseLHa === null || whole.length === 0 ? [] : [{ parts: whole, doseLHa }]
  })
  const gridded = grids.flatMap((one) => {
    const bytes = findFile(one.grid.fileName)
    return bytes ? readGrid(one, zones, bytes, atMost) : []
  })
  return [...outlined, ...gridded]
}
