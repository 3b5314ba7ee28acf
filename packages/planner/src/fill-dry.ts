// Further ways over ground that would be left dry: beside slanted edges, at the ends of strips, in
// corners and where a field narrows. What covers most for its length comes first, until little
// enough is left.
import { nearRows } from './free-ground.ts'
import { wayLengthM, type Chain } from './headland.ts'
import { between, measureM, withoutSpans, type Span } from './plane.ts'
import { joinRows, SpanCollector, spansOfRow, type SpanRows } from './span-rows.ts'
import type { GroundRows } from './sprayed-ground.ts'

/** A part of a way that is flown or not. */
type Chunk = {
  readonly way: number
  readonly index: number
  readonly places: Chain
  readonly lengthM: number
  /** Where it sprays each row from the first that it reaches. */
  readonly firstRow: number
  readonly sprays: SpanRows
}

const chunkWidths = 4
/** What getting to it costs, as metres flown. */
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

const toChunk = (
  { frame, heights, widthM }: GroundRows,
  places: Chain,
  way: number,
  index: number,
): Chunk => {
  let [firstRow, lastRow] = [heights.length, -1]
  const rows = new SpanCollector()
  for (let i = 1; i < places.length; i++)
    nearRows(
      heights,
      { a: frame.in(places[i - 1]!), b: frame.in(places[i]!) },
      widthM / 2,
      (row, from, to) => {
        if (row < firstRow) firstRow = row
        if (row > lastRow) lastRow = row
        rows.add(row, from, to)
      },
    )
  const sprays = joinRows(rows.sortedFrom(firstRow, Math.max(0, lastRow - firstRow + 1)))
  return { way, index, places, lengthM: wayLengthM(places), firstRow, sprays }
}

/** Of each row what is dry: starts and ends in turn. */
type Dry = (readonly number[])[]

const gainM2 = ({ firstRow, sprays: { offsets, ends } }: Chunk, dry: Dry, bandM: Float64Array) => {
  let sumM2 = 0
  for (let i = 0; i + 1 < offsets.length; i++) {
    const spans = dry[firstRow + i]!
    if (spans.length === 0) continue
    let sumM = 0
    for (let j = offsets[i]!; j < offsets[i + 1]!; j++)
      for (let k = 0; k < spans.length; k += 2) {
        const from = Math.max(spans[k]!, ends[2 * j]!)
        const to = Math.min(spans[k + 1]!, ends[2 * j + 1]!)
        if (to > from) sumM += to - from
      }
    sumM2 += sumM * bandM[firstRow + i]!
  }
  return sumM2
}

const spray = ({ firstRow, sprays }: Chunk, dry: Dry): void => {
  for (let i = 0; i + 1 < sprays.offsets.length; i++) {
    const spans = dry[firstRow + i]!
    if (spans.length === 0) continue
    const before: Span[] = []
    for (let k = 0; k < spans.length; k += 2) before.push([spans[k]!, spans[k + 1]!])
    dry[firstRow + i] = withoutSpans(before, spansOfRow(sprays, i)).flat()
  }
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

/** Adds parts of ways until at most `leaveM2` of dry ground is left. */
export const fillDry = (
  rows: GroundRows,
  dryRows: SpanRows,
  ways: readonly Chain[],
  dryM2: number,
  leaveM2: number,
): Chain[] => {
  const dry: Dry = Array.from(rows.heights, (_, row) => spansOfRow(dryRows, row).flat())
  const { bandM, widthM } = rows
  const worthOf = (chunk: Chunk): number =>
    gainM2(chunk, dry, bandM) / (chunk.lengthM + approachWidths * widthM)
  let waiting = ways
    .flatMap((way, i) =>
      cutWay(way, chunkWidths * widthM).map((places, index) => toChunk(rows, places, i, index)),
    )
    .map((chunk) => ({ chunk, worth: worthOf(chunk) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
  const taken: Chunk[] = []
  let leftM2 = dryM2
  while (waiting.length > 0 && leftM2 > leaveM2) {
    const { chunk } = waiting[0]!
    const worth = worthOf(chunk)
    if (worth < (waiting[1]?.worth ?? 0) * 0.999) {
      // others took of it meanwhile: back to its place
      waiting = waiting.slice(1)
      const place = waiting.findIndex((one) => one.worth <= worth)
      if (worth > 0) waiting.splice(place < 0 ? waiting.length : place, 0, { chunk, worth })
      continue
    }
    waiting = waiting.slice(1)
    leftM2 -= gainM2(chunk, dry, bandM)
    spray(chunk, dry)
    taken.push(chunk)
  }
  return joined(taken.toSorted((a, b) => a.way - b.way || a.index - b.index))
}
