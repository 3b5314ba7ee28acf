import type { WrittenFeature } from '@swath/field-geometry/write/written-feature'
import type { PlotRow } from './plots.queries.ts'

/** A plot for tractors and surveyors, with its crop in the reader's language. */
export const toFeature = (row: PlotRow, crop: string | null): WrittenFeature => ({
  id: row.id,
  name: row.name,
  shape: { kind: 'polygon', parts: row.parts },
  areaM2: row.area_m2,
  zone: null,
  properties: {
    owner: row.account_name,
    village: row.village,
    crop,
    areaM2: Math.round(row.area_m2 * 100) / 100,
    regionCode: row.region_code,
  },
})
