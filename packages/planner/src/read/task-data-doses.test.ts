import { expect, test } from 'vitest'
import { readTaskDataDoses } from './task-data-doses.ts'

const task = (inner: string): string =>
  `<?xml version="1.0"?><ISO11783_TaskData VersionMajor="4"><TSK A="TSK1">${inner}</TSK></ISO11783_TaskData>`
const zone = (code: number, value: number, inner = ''): string =>
  `<TZN A="${code}">${inner}<PDV A="0006" B="5"/><PDV A="0001" B="${value}"/></TZN>`
const grid = (type: number): string =>
  `<GRD A="30" B="120" C="0.001" D="0.002" E="3" F="2" G="GRD00000" H="6" I="${type}" J="2"/>`

test('a grid of zones: cells of one dose in a row are one piece, from the south-west', () => {
  const xml = task(`${zone(1, 1500)}${zone(2, 3000)}${grid(1)}`)
  const found = readTaskDataDoses(xml, (name) =>
    name === 'GRD00000' ? new Uint8Array([1, 1, 2, 2, 9, 1]) : null,
  )
  expect(found.map(({ doseLHa }) => doseLHa)).toEqual([15, 30, 30, 15])
  expect(found[0]!.parts[0]![0]![2]).toEqual([120.004, 30.001])
  expect(found[3]!.parts[0]![0]![0]).toEqual([120.004, 30.001])
})

test('a grid of a million cells: in pieces where it has few, and cut short where it has many', () => {
  const xml = task(
    `${zone(1, 1500)}${zone(2, 3000)}${grid(1).replace('E="3"', 'E="1000"').replace('F="2"', 'F="1000"')}`,
  )
  const striped = new Uint8Array(1e6).map((_, cell) => (cell % 1000 < 500 ? 1 : 2))
  expect(readTaskDataDoses(xml, () => striped, 2_000)).toHaveLength(2_000)
  const chequered = striped.map((_, cell) => 1 + ((cell + Math.floor(cell / 1000)) % 2))
  expect(readTaskDataDoses(xml, () => chequered, 2_000)).toHaveLength(2_001)
})

test('a grid of values: the one that is a volume of an area, in hundredths of a litre a hectare', () => {
  const bytes = new Uint8Array(6 * 8)
  const view = new DataView(bytes.buffer)
  for (let cell = 0; cell < 6; cell++) {
    view.setInt32(cell * 8, 77, true)
    view.setInt32(cell * 8 + 4, cell < 3 ? 2_250 : 0, true)
  }
  const found = readTaskDataDoses(task(`${zone(2, 0)}${grid(2)}`), () => bytes)
  expect(found.map(({ doseLHa }) => doseLHa)).toEqual([22.5, 0])
})

test('zones with outlines; a truncated or false file returns its complete zones', () => {
  const outline =
    '<PLN A="2"><LSG A="1"><PNT A="2" C="30" D="120"/><PNT A="2" C="30" D="121"/><PNT A="2" C="31" D="121"/></LSG></PLN>'
  expect(readTaskDataDoses(task(zone(1, 1200, outline)), () => null)).toMatchObject([
    { doseLHa: 12 },
  ])
  expect(readTaskDataDoses(task(`${zone(1, 1)}${grid(2)}`), () => new Uint8Array(3))).toEqual([])
  expect(
    readTaskDataDoses(task(grid(1).replace('E="3"', 'E="999999"')), () => new Uint8Array(9)),
  ).toEqual([])
})
