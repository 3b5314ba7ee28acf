import { z } from 'zod'
import { TableFormat } from '../fields.ts'

const tables = TableFormat.unwrap().options
const everywhere = ['geojson', 'kml', 'kmz', 'shapefile', 'wkt'] as const
const labels = 'wkt: CSV with a column of well-known text'

/** Export formats of zones, in addition to tables. */
export const zoneFileFormats = [...everywhere, 'ed-269', 'ed-318'] as const
export const ZoneFileFormat = z.enum([...tables, ...zoneFileFormats]).describe(labels)

/** Export formats of plots, in addition to tables. */
export const plotFileFormats = [...everywhere, 'isoxml'] as const
export const PlotFileFormat = z
  .enum([...tables, ...plotFileFormats])
  .default('csv')
  .describe(labels)
