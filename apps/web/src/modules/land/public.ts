// The entry point of this module for other modules.
export { importPath } from './geometry-imports/import.labels.ts'
export { NearestZone } from './no-fly-zones/nearest-zone.tsx'
export { useZonesAround } from './no-fly-zones/use-zones-around.ts'
export { ZoneLayer, toMapZone } from './no-fly-zones/zone-layer.tsx'
export { type PlotCell, PlotCounts } from './plots/plot-counts.tsx'
export { type MapPlot, PlotLayer } from './plots/plot-layer.tsx'
