// Adds ways over ground that would stay dry: along slanted edges, at the ends of strips, in corners
// and where a field narrows. Ways with the most coverage for their length come first, until little
// enough is left.
import { addNear, firstFrom } from './free-ground.ts'
import { wayLengthM, type Chain } from './headland.ts'
import { between, measureM } from './plane.ts'
import { joinRows, SpanCollector, type SpanRows } from './span-rows.ts'
import type { GroundRows } from './sprayed-ground.ts'

/** A part of a way that is flown or not. */
type Chunk = {
  readonly way: number
  readonly index: number
  readonly places: Chain
  readonly lengthM: number
  /** The rows that it may reach, from one to before another. */ readonly firstRow: number
  readonly endRow: number
  /** Index of its first row among the rows of all chunks. */ readonly spraysFrom: number
}
type Chunks = {
  readonly all: readonly Chunk[]
  /** The sprayed spans of each chunk's rows, chunk after chunk. */ readonly sprays: SpanRows
}

const chunkWidths = 4
/** The cost of getting to it, as metres flown. */
const approachWidths = 2

const cutWay = (way: Chain, longestM: number): Chain[] => {
  const eachM = wayLengthM(way) / Math.ceil(wayLengthM(way) / longestM)
  const pieces: (readonly [number, number])[][] = [[way[0]!]]
  let leftM = eachM
  for (let i = 1; i < way.length; i++) {
    let from = way[i - 1]!
    const to = way[i]!
    while (measureM(from, to) > leftM * 1.001) {
      from = between(from, to, leftM / measureM(from, to))
      pieces.at(-1)!.push(from)
      pieces.push([from])
      leftM = eachM
    }
    leftM -= measureM(from, to)
    pieces.at(-1)!.push(to)
  }
  return pieces.filter((piece) => piece.length > 1)
}

const cutWays = ({ frame, heights, widthM }: GroundRows, ways: readonly Chain[]): Chunks => {
  const all: Chunk[] = []
  const rows = new SpanCollector(8 * heights.length)
  let spraysFrom = 0
  for (const [way, chain] of ways.entries())
    for (const [index, places] of cutWay(chain, chunkWidths * widthM).entries()) {
      const turned = places.map((place) => frame.in(place))
      const ys = turned.map(([, y]) => y)
      const firstRow = firstFrom(heights, Math.min(...ys) - widthM / 2)
      const endRow = firstFrom(heights, Math.max(...ys) + widthM / 2)
      for (let i = 1; i < turned.length; i++)
        addNear(
          rows,
          heights,
          { a: turned[i - 1]!, b: turned[i]! },
          widthM / 2,
          spraysFrom - firstRow,
        )
      all.push({ way, index, places, lengthM: wayLengthM(places), firstRow, endRow, spraysFrom })
      spraysFrom += endRow - firstRow
    }
  return { all, sprays: joinRows(rows.sorted(spraysFrom)) }
}

/** Dry spans of each row: starts and ends in turn. */
type Dry = number[][]

const gainM2 = (chunk: Chunk, { offsets, ends }: SpanRows, dry: Dry, bandM: Float64Array) => {
  let sumM2 = 0
  let at = chunk.spraysFrom
  for (let row = chunk.firstRow; row < chunk.endRow; row++, at++) {
    const spans = dry[row]!
    if (spans.length === 0) continue
    let sumM = 0
    for (let j = offsets[at]!; j < offsets[at + 1]!; j++)
      for (let k = 0; k < spans.length; k += 2) {
        const from = Math.max(spans[k]!, ends[2 * j]!)
        const to = Math.min(spans[k + 1]!, ends[2 * j + 1]!)
        if (to > from) sumM += to - from
      }
    sumM2 += sumM * bandM[row]!
  }
  return sumM2
}

/** The rest of a row without its sprayed spans. */
const leftDry = (spans: readonly number[], { offsets, ends }: SpanRows, row: number): number[] => {
  const left: number[] = []
  for (let k = 0; k < spans.length; k += 2) {
    let start = spans[k]!
    const end = spans[k + 1]!
    for (let j = offsets[row]!; j < offsets[row + 1]! && start < end; j++) {
      const from = ends[2 * j]!
      const to = ends[2 * j + 1]!
      if (to <= start) continue
      if (from >= end) break
      if (from > start) left.push(start, from)
      start = to
    }
    if (start < end) left.push(start, end)
  }
  return left
}

const spray = (chunk: Chunk, sprays: SpanRows, dry: Dry): void => {
  for (let row = chunk.firstRow; row < chunk.endRow; row++)
    if (dry[row]!.length > 0)
      dry[row] = leftDry(dry[row]!, sprays, chunk.spraysFrom + row - chunk.firstRow)
}

const joined = (chunks: readonly Chunk[]): Chain[] => {
  const ways: (readonly [number, number])[][] = []
  let before: Chunk | null = null
  for (const chunk of chunks) {
    if (before && before.way === chunk.way && before.index + 1 === chunk.index)
      ways.at(-1)!.push(...chunk.places.slice(1))
    else ways.push([...chunk.places])
    before = chunk
  }
  return ways
}

/**
 * The parts of ways to fly so that at most `leaveM2` of dry ground is left, or all that cover any;
 * in the order of the ways, with consecutive parts joined.
 * @param dryRows sorted and apart, `dryM2` in area
 * @param ways along edges, in the plane of the ground
 */
export const fillDry = (
  rows: GroundRows,
  dryRows: SpanRows,
  ways: readonly Chain[],
  dryM2: number,
  leaveM2: number,
): Chain[] => {
  const dry: Dry = []
  for (let row = 0; row < rows.heights.length; row++)
    dry.push([...dryRows.ends.subarray(2 * dryRows.offsets[row]!, 2 * dryRows.offsets[row + 1]!)])
  const { bandM, widthM } = rows
  const { all, sprays } = cutWays(rows, ways)
  const worthOf = (chunk: Chunk): number =>
    gainM2(chunk, sprays, dry, bandM) / (chunk.lengthM + approachWidths * widthM)
  // the most valuable one is last
  const waiting = all
    .map((chunk) => ({ chunk, worth: worthOf(chunk) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .toReversed()
  const taken: Chunk[] = []
  let leftM2 = dryM2
  while (waiting.length > 0 && leftM2 > leaveM2) {
    const { chunk } = waiting.pop()!
    const worth = worthOf(chunk)
    if (worth < (waiting.at(-1)?.worth ?? 0) * 0.999) {
      // others have covered some of it meanwhile: sort it in again
      const place = waiting.findLastIndex((one) => one.worth <= worth)
      if (worth > 0) waiting.splice(place + 1, 0, { chunk, worth })
      continue
    }
    leftM2 -= gainM2(chunk, sprays, dry, bandM)
    spray(chunk, sprays, dry)
    taken.push(chunk)
  }
  return joined(taken.toSorted((a, b) => a.way - b.way || a.index - b.index))
}
