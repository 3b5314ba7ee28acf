// The exact area of sprayed strips, by Clipper2 (WebAssembly).
import { createRequire } from 'node:module'
import type { LocalPlane } from '@swath/domain/lng-lat'
import { listSprayRuns, runLine } from '@swath/domain/spray-path'
import type { PointColumns } from '@swath/domain/telemetry-point'

type Paths = {
  size(): number
  get(i: number): unknown
  push_back(path: unknown): void
  delete(): void
}
/** The part of clipper2-wasm that is needed here; its own types are not found from an ES module. */
type Clipper = {
  Paths64: new () => Paths
  MakePath64(coordinates: readonly bigint[]): unknown
  InflatePaths64(
    paths: Paths,
    delta: number,
    join: unknown,
    end: unknown,
    miterLimit: number,
    arcTolerance: number,
  ): Paths
  UnionSelf64(paths: Paths, fill: unknown): Paths
  AreaPaths64(paths: Paths): number
  JoinType: { Round: unknown }
  EndType: { Butt: unknown }
  FillRule: { NonZero: unknown }
}
const clipper = await (createRequire(import.meta.url)('clipper2-wasm') as () => Promise<Clipper>)()

/** In millimetres, with flat ends and round joints. */
export const exactUnionM2 = (
  sorties: readonly PointColumns[],
  swathWidthM: number,
  plane: LocalPlane,
): number => {
  const strips = new clipper.Paths64()
  for (const points of sorties) {
    for (const run of listSprayRuns(points, 0, points.length, swathWidthM)) {
      const line = new clipper.Paths64()
      line.push_back(
        clipper.MakePath64(
          Array.from(runLine(points, run, plane), (m) => BigInt(Math.round(m * 1000))),
        ),
      )
      const strip = clipper.InflatePaths64(
        line,
        run.swathWidthM * 500,
        clipper.JoinType.Round,
        clipper.EndType.Butt,
        2,
        1,
      )
      for (let i = 0; i < strip.size(); i++) strips.push_back(strip.get(i))
      strip.delete()
      line.delete()
    }
  }
  const union = clipper.UnionSelf64(strips, clipper.FillRule.NonZero)
  const areaM2 = clipper.AreaPaths64(union) / 1e6
  union.delete()
  strips.delete()
  return areaM2
}
