// The sign for a group of drones: their number on a neutral disc, in a ring of their statuses, with
// a mark if one of them has an alarm.
import { alarmColors } from '../lib/theme.ts'
import { drawImage, type DroneStatus } from './map-images.ts'
import { palettes, statusColors, type PaletteName } from './map-palette.ts'
import type { MapImage } from './map-types.ts'

/** Clockwise from the top. */
const ringOrder = ['spraying', 'flying', 'ground', 'offline'] as const satisfies DroneStatus[]
export type StatusCounts = Readonly<Record<DroneStatus, number>>
/** Steps of the ring: finer differences are not visible, and each sign is a separate image. */
const steps = 16

const radiiPx = [15, 18, 22, 27] as const
const ringPx = 5
const marginPx = 4

/** Steps of the ring for each status; a status that occurs at all gets at least one. */
export const toRing = (counts: StatusCounts): number[] => {
  const sum = ringOrder.reduce((total, status) => total + counts[status], 0)
  const exact = ringOrder.map((status) => (sum === 0 ? 0 : (counts[status] / sum) * steps))
  const ring = exact.map((share) => (share === 0 ? 0 : Math.max(1, Math.round(share))))
  // Rounding differences are added to the largest one.
  const largest = ring.indexOf(Math.max(...ring))
  ring[largest]! += sum === 0 ? 0 : steps - ring.reduce((total, share) => total + share, 0)
  return ring
}

/** The name contains everything that the image shows, so that it can be drawn on demand. */
export const countSignName = (
  count: number,
  counts: StatusCounts,
  alarmLevel: 0 | 1 | 2 | 3,
  palette: PaletteName,
): string => {
  const size = count < 10 ? 0 : count < 100 ? 1 : count < 1000 ? 2 : 3
  return `count-${size}-${toRing(counts).join('-')}-${alarmLevel}-${palette}`
}

const named = /^count-([0-3])-(\d+)-(\d+)-(\d+)-(\d+)-([0-3])-(light|dark)$/

/** Null if the name belongs to another image. */
export const drawCountSign = (name: string): MapImage | null => {
  const found = named.exec(name)
  if (!found) return null
  const [size, ...ring] = found.slice(1, 6).map(Number) as [0 | 1 | 2 | 3, ...number[]]
  const alarmLevel = Number(found[6]) as 0 | 1 | 2 | 3
  const palette = palettes[found[7] as PaletteName]
  const radius = radiiPx[size]
  const middle = radius + marginPx
  return drawImage(2 * middle, (context) => {
    const disc = (x: number, y: number, r: number, colour: string): void => {
      context.beginPath()
      context.arc(x, y, r, 0, 2 * Math.PI)
      context.fillStyle = colour
      context.fill()
    }
    disc(middle, middle, radius + 1.5, palette.halo)
    let from = 0
    for (const [i, status] of ringOrder.entries()) {
      const to = from + ring[i]!
      context.beginPath()
      context.arc(middle, middle, radius - ringPx / 2, turn(from), turn(to))
      context.lineWidth = ringPx
      context.lineCap = 'butt'
      context.strokeStyle = statusColors[status]
      if (to > from) context.stroke()
      from = to
    }
    disc(middle, middle, radius - ringPx, palette.halo)
    if (alarmLevel > 0) {
      const [x, y] = [middle + radius * 0.72, middle - radius * 0.72]
      disc(x, y, 6.5, palette.halo)
      disc(x, y, 5, alarmColors[alarmLevel as 1 | 2 | 3])
    }
  })
}

const turn = (step: number): number => ((step / steps) * 2 - 0.5) * Math.PI
