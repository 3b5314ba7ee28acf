// The ground a flight sprayed on a plot and around it, in a few hundred bytes that are kept after
// the track is deleted: the sprayed lines with their widths, without times. They give the same
// ground as the track.
import { ByteReader, ByteWriter } from './byte-stream.ts'
import type { LocalPlane } from './lng-lat.ts'
import { isBeside, surroundPlot, type PlaneBox } from './plane-box.ts'
import type { Polygon } from './polygon.ts'
import { listSprayRuns, runLine, simplifiedLine } from './spray-path.ts'
import type { SprayLine, SwathRaster } from './swath-raster.ts'
import type { PointColumns } from './telemetry-point.ts'

/** Sprayed without a break, at one width. */
export type SprayStrip = {
  readonly swathWidthM: number
  /** lng, lat, lng, lat… in WGS-84 degrees. */
  readonly places: Float64Array
}

/** `decimals`: of a degree, 7 are 11 mm, 6 are 0.11 m. */
type Precision = {
  readonly toleranceM: number
  readonly decimals: number
  readonly mostBytes: number
}

const MOST_BYTES = 4_096
/**
 * The first that fits is used. The first of all loses nothing: a track's ground is computed with
 * the same precision. Measured: docs/decisions/112-sprayed-strips.md.
 */
const PRECISIONS: readonly Precision[] = [
  { toleranceM: 0, decimals: 7, mostBytes: 600 },
  { toleranceM: 0.1, decimals: 7, mostBytes: 600 },
  { toleranceM: 0.1, decimals: 6, mostBytes: MOST_BYTES },
  { toleranceM: 0.2, decimals: 6, mostBytes: MOST_BYTES },
  { toleranceM: 0.8, decimals: 6, mostBytes: MOST_BYTES },
  { toleranceM: 3.2, decimals: 6, mostBytes: MOST_BYTES },
]
const COARSEST = PRECISIONS.at(-1)!

/** Strips of rows [from, to) on the plot or near it. At most 4,096 bytes. */
export function encodeStrips(
  plot: Polygon,
  points: PointColumns,
  from: number,
  to: number,
  defaultSwathWidthM: number,
): Uint8Array {
  const { plane, within } = surroundPlot(plot)
  const lines = listSprayRuns(points, from, to, defaultSwathWidthM).flatMap((run) =>
    cutToBox({ swathWidthM: run.swathWidthM, xy: runLine(points, run, plane) }, within),
  )
  for (const precision of PRECISIONS) {
    const bytes = writeStrips(lines, plane, precision)
    if (bytes.length <= precision.mostBytes) return bytes
  }
  return writeLongest(lines, plane)
}

/** The parts of a line that a raster of the box would use. */
function cutToBox({ swathWidthM, xy }: SprayLine, box: PlaneBox): SprayLine[] {
  const parts: SprayLine[] = []
  let start = -1
  for (let i = 0; i + 3 < xy.length; i += 2) {
    const isOut = isBeside(box, xy[i]!, xy[i + 1]!, xy[i + 2]!, xy[i + 3]!, swathWidthM / 2)
    if (!isOut && start < 0) start = i
    if (isOut && start >= 0) {
      parts.push({ swathWidthM, xy: xy.subarray(start, i + 2) })
      start = -1
    }
  }
  if (start >= 0) parts.push({ swathWidthM, xy: xy.subarray(start) })
  return parts
}

const VERSION = 1
const toMillimetres = (m: number): number => Math.round(m * 1000)

/**
 * version(1 byte) | decimals(1 byte) | strips, each: width in mm less that of the one before | count
 * of places | lng, lat less those of the place before. Differences are zigzag varints.
 */
function writeStrips(
  lines: readonly SprayLine[],
  plane: LocalPlane,
  { toleranceM, decimals }: Precision,
): Uint8Array {
  const out = new ByteWriter(256)
  out.byte(VERSION)
  out.byte(decimals)
  const steps = 10 ** decimals
  let [lastWidth, lastLng, lastLat] = [0, 0, 0]
  for (const { swathWidthM, xy } of lines) {
    const line = toleranceM > 0 ? simplifiedLine(xy, toleranceM) : xy
    const width = toMillimetres(swathWidthM)
    out.zigzag(width - lastWidth)
    out.varint(line.length / 2)
    lastWidth = width
    for (let i = 0; i < line.length; i += 2) {
      const [lng, lat] = plane
        .fromPlane(line[i]!, line[i + 1]!)
        .map((deg) => Math.round(deg * steps))
      out.zigzag(lng! - lastLng)
      out.zigzag(lat! - lastLat)
      lastLng = lng!
      lastLat = lat!
    }
  }
  return out.taken()
}

const PIECE_PLACES = 32
/** If the pieces do not fit, this share of them is tried next. */
const FEWER = 0.8

/** Area is left out and never added: lines that no drone would fly lose their shortest pieces. */
function writeLongest(lines: readonly SprayLine[], plane: LocalPlane): Uint8Array {
  const pieces = lines.flatMap(({ swathWidthM, xy }) => {
    const line = simplifiedLine(xy, COARSEST.toleranceM)
    const cut: SprayLine[] = []
    for (let i = 0; i + 2 < line.length; i += 2 * (PIECE_PLACES - 1))
      cut.push({ swathWidthM, xy: line.subarray(i, i + 2 * PIECE_PLACES) })
    return cut
  })
  const lengthsM = pieces.map(({ xy }) => lineLengthM(xy))
  const longest = pieces.map((_, i) => i).sort((a, b) => lengthsM[b]! - lengthsM[a]! || a - b)
  for (let count = pieces.length; ; count = Math.floor(count * FEWER)) {
    const kept = longest.slice(0, count).sort((a, b) => a - b)
    const bytes = writeStrips(
      kept.map((i) => pieces[i]!),
      plane,
      { ...COARSEST, toleranceM: 0 },
    )
    if (bytes.length <= MOST_BYTES) return bytes
  }
}

function lineLengthM(xy: Float64Array): number {
  let lengthM = 0
  for (let i = 2; i < xy.length; i += 2)
    lengthM += Math.hypot(xy[i]! - xy[i - 2]!, xy[i + 1]! - xy[i - 1]!)
  return lengthM
}

/** Null: not strips, or damaged. */
export function decodeStrips(bytes: Uint8Array): SprayStrip[] | null {
  const [version, decimals] = bytes
  if (version !== VERSION || !PRECISIONS.some((one) => one.decimals === decimals)) return null
  const steps = 10 ** decimals!
  const input = new ByteReader(bytes, 2)
  const strips: SprayStrip[] = []
  let [width, lng, lat] = [0, 0, 0]
  while (input.at < bytes.length) {
    width += input.zigzag()
    const count = input.varint()
    // A position takes at least two bytes, so a damaged count allocates nothing.
    if (width <= 0 || count < 2 || count > bytes.length) return null
    const places = new Float64Array(2 * count)
    for (let i = 0; i < count; i++) {
      places[2 * i] = (lng += input.zigzag()) / steps
      places[2 * i + 1] = (lat += input.zigzag()) / steps
    }
    if (input.cutShort) return null
    strips.push({ swathWidthM: width / 1000, places })
  }
  return strips
}

export function addStrips(raster: SwathRaster, strips: readonly SprayStrip[]): void {
  const { plane } = raster
  raster.addLines(
    strips.map(({ swathWidthM, places }) => ({
      swathWidthM,
      xy: places.map((deg, i) => (i % 2 === 0 ? plane.toX(deg) : plane.toY(deg))),
    })),
  )
}
