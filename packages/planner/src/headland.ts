// The lap along outlines and holes: beside each edge a strip parallel to it, as far as it stays
// clear of all other edges.
import type { Edge, PlaneGround } from './free-ground.ts'
import { insideSpans, nearSpan } from './free-ground.ts'
import { Frame, measureM, sortSpans, withoutSpans, type Place } from './plane.ts'

const shortestM = 0.5
/** The strip itself lies at just the distance that others have to keep. */
const slackM = 0.01

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number]

const isNear = ({ a, b }: Edge, [minX, minY, maxX, maxY]: Box, clearM: number): boolean =>
  Math.min(a[0], b[0]) < maxX + clearM &&
  Math.max(a[0], b[0]) > minX - clearM &&
  Math.min(a[1], b[1]) < maxY + clearM &&
  Math.max(a[1], b[1]) > minY - clearM

const isInside = (edges: readonly Edge[], [x, y]: Place): boolean => {
  let inside = false
  for (const { a, b } of edges)
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
      inside = !inside
  return inside
}

export type Beside = { readonly from: Place; readonly to: Place }

/** What is free of the line from p to q. */
const freeOf = (ground: PlaneGround, p: Place, q: Place, halfM: number): Beside[] => {
  const frame = new Frame(Math.atan2(q[1] - p[1], q[0] - p[0]))
  const [start, end] = [frame.in(p), frame.in(q)]
  const y = start[1]
  const turned = ({ a, b, marginM }: Edge): Edge => ({ a: frame.in(a), b: frame.in(b), marginM })
  const box: Box = [
    Math.min(p[0], q[0]),
    Math.min(p[1], q[1]),
    Math.max(p[0], q[0]),
    Math.max(p[1], q[1]),
  ]
  const near = [...ground.edges, ...ground.obstacles.flat()].filter((edge) =>
    isNear(edge, box, edge.marginM + halfM),
  )
  const taken = near
    .map((edge) => nearSpan(turned(edge), edge.marginM + halfM - slackM, y))
    .filter((span) => span !== null)
  for (const obstacle of ground.obstacles) taken.push(...insideSpans(obstacle.map(turned), y))
  return withoutSpans([[start[0], end[0]]], sortSpans(taken))
    .filter(([from, to]) => to - from >= shortestM)
    .map(([from, to]) => ({ from: frame.out([from, y]), to: frame.out([to, y]) }))
}

/** In the order of the edges. */
export const layHeadland = (ground: PlaneGround, widthM: number): Beside[] =>
  ground.edges.flatMap(({ a, b, marginM }) => {
    const lengthM = measureM(a, b)
    if (lengthM < shortestM) return []
    const awayM = marginM + widthM / 2
    return [1, -1].flatMap((side) => {
      const nx = (-(b[1] - a[1]) / lengthM) * awayM * side
      const ny = ((b[0] - a[0]) / lengthM) * awayM * side
      return freeOf(ground, [a[0] + nx, a[1] + ny], [b[0] + nx, b[1] + ny], widthM / 2).filter(
        ({ from, to }) => isInside(ground.edges, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]),
      )
    })
  })
