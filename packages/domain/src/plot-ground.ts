// The combined result of several flights over a plot: ground covered, missed and covered
// repeatedly.
import { DRAWN_CELLS, MOST_CELLS } from './covered-area.ts'
import { cellPolygons, coveragePolygons, type CoverageShape } from './coverage-polygons.ts'
import { surroundPlot } from './plane-box.ts'
import type { Polygon } from './polygon.ts'
import { addStrips, type SprayStrip } from './spray-strips.ts'
import { SwathRaster } from './swath-raster.ts'
import type { PointColumns } from './telemetry-point.ts'

/** `rings`: of all its parts, even-odd. */
export type PlotRings = { readonly rings: Polygon; readonly areaM2: number }

/** By its track, or by its stored strips. */
export type FlownOverPlot =
  | { readonly points: PointColumns; readonly defaultSwathWidthM: number }
  | { readonly strips: readonly SprayStrip[] }

export type PlotGround = {
  /** Ground sprayed on the plot; ground sprayed twice is counted once. */
  readonly coveredM2: number
  readonly missedM2: number
  /** Repeated ground within the plot, by separate passes of any of the flights. */
  readonly repeatedM2: number
  /** Includes ground sprayed outside the plot, within the margin that is drawn. */
  readonly covered: CoverageShape
  readonly missed: CoverageShape
  readonly repeated: CoverageShape
}

/**
 * Smaller gaps, such as strips along a border that no sprayer can follow, are not worth a flight.
 */
const LEAST_DRAWN_M2 = 4

function cellFor(plotM2: number, mostCells: number): number {
  let cellM = 0.5
  while (plotM2 / (cellM * cellM) > mostCells) cellM *= 2
  return cellM
}

function emptyRaster(plot: Polygon, cellM: number): SwathRaster {
  const { plane, within } = surroundPlot(plot)
  return new SwathRaster(plane, cellM, within)
}

function addFlight(raster: SwathRaster, flight: FlownOverPlot): void {
  if ('strips' in flight) addStrips(raster, flight.strips)
  else raster.addTrack(flight.points, 0, flight.points.length, flight.defaultSwathWidthM)
}

function buildPlotRaster(
  plot: Polygon,
  flights: Iterable<FlownOverPlot>,
  cellM: number,
): SwathRaster {
  const raster = emptyRaster(plot, cellM)
  for (const flight of flights) {
    addFlight(raster, flight)
    raster.startPass()
  }
  return raster
}

/**
 * Flights in order of time; they may be iterated twice. Time and memory depend on the plot's size
 * and the points, not on flights elsewhere.
 */
export function computePlotGround(
  { rings: plot, areaM2 }: PlotRings,
  flights: Iterable<FlownOverPlot>,
): PlotGround {
  const cellM = cellFor(areaM2, MOST_CELLS)
  const raster = buildPlotRaster(plot, flights, cellM)
  const drawnCellM = cellFor(areaM2, DRAWN_CELLS)
  const drawn = drawnCellM === cellM ? raster : buildPlotRaster(plot, flights, drawnCellM)
  const coveredM2 = raster.insideM2(plot)
  const outlined = { minAreaM2: LEAST_DRAWN_M2 }
  return {
    coveredM2,
    missedM2: Math.max(0, areaM2 - coveredM2),
    repeatedM2: raster.insideM2(plot, 'repeated'),
    covered: coveragePolygons(drawn, outlined),
    missed: cellPolygons(
      {
        plane: drawn.plane,
        cellM: drawnCellM,
        forEach: (visit) => drawn.forEachMissedCell(plot, visit),
      },
      outlined,
    ),
    repeated: coveragePolygons(drawn, { ...outlined, part: 'repeated' }),
  }
}

/** For each flight, in order of time: m² of the plot that it and earlier flights covered. */
export function alreadyCoveredM2(
  { rings: plot, areaM2 }: PlotRings,
  flights: Iterable<FlownOverPlot>,
): number[] {
  const cellM = cellFor(areaM2, DRAWN_CELLS)
  const together = emptyRaster(plot, cellM)
  let beforeM2 = 0
  return Array.from(flights, (flight) => {
    const own = emptyRaster(plot, cellM)
    for (const raster of [own, together]) addFlight(raster, flight)
    together.startPass()
    const nowM2 = together.insideM2(plot)
    const alreadyM2 = own.insideM2(plot) - (nowM2 - beforeM2)
    beforeM2 = nowM2
    return Math.max(0, alreadyM2)
  })
}

/** m² of the plot that are covered after each flight, in the order given. */
export function coverInTurn(
  { rings: plot, areaM2 }: PlotRings,
  flights: Iterable<FlownOverPlot>,
): number[] {
  const raster = emptyRaster(plot, cellFor(areaM2, MOST_CELLS))
  return Array.from(flights, (flight) => {
    addFlight(raster, flight)
    raster.startPass()
    return raster.insideM2(plot)
  })
}
