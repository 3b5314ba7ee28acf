// Lines at round kilometres of the UTM zone. They show distances at zooms beyond the detail of the
// built-in map.
import { metresPerDegLat, metresPerDegLng, type Bounds, type LngLat } from '@swath/domain/lng-lat'
import { utmFromWgs84, wgs84FromUtm, type UtmPlace } from '@swath/domain/utm'
import type { Language } from '@swath/i18n/languages'
import type { Feature, FeatureCollection } from 'geojson'

const gridFromZoom = 9
/** Minimum distance between lines, px. */
const apartPx = 110
const spacingsM = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000] as const
/** Tile size of MapLibre. */
const tilePx = 512
const segments = 6

/** Distance between two lines at a zoom, metres. */
export const gridSpacingM = (zoom: number, lat: number): number => {
  const metresAPx = (360 * metresPerDegLng(lat)) / (tilePx * 2 ** zoom)
  return spacingsM.find((spacingM) => spacingM / metresAPx >= apartPx) ?? spacingsM.at(-1)!
}

const roundsBetween = (fromM: number, toM: number, spacingM: number): number[] => {
  const first = Math.ceil(fromM / spacingM)
  const count = Math.floor(toM / spacingM) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * spacingM)
}

type Grid = { readonly middle: UtmPlace; readonly halfWidthM: number; readonly halfHeightM: number }

const describeGrid = ({ minLng, minLat, maxLng, maxLat }: Bounds): Grid | null => {
  const lat = (minLat + maxLat) / 2
  const middle = utmFromWgs84([(minLng + maxLng) / 2, lat])
  return (
    middle && {
      middle,
      halfWidthM: ((maxLng - minLng) / 2) * metresPerDegLng(lat) * 1.1,
      halfHeightM: ((maxLat - minLat) / 2) * metresPerDegLat(lat) * 1.1,
    }
  )
}

const drawLine = (label: string, toPlace: (share: number) => LngLat): Feature => ({
  type: 'Feature',
  properties: { label },
  geometry: {
    type: 'LineString',
    coordinates: Array.from({ length: segments + 1 }, (_, i) => [...toPlace(i / segments)]),
  },
})

/** The lines of a view, labelled with their UTM coordinate. */
export const kilometreGrid = (
  bounds: Bounds,
  zoom: number,
  language: Language,
): FeatureCollection => {
  const grid = zoom < gridFromZoom ? null : describeGrid(bounds)
  if (!grid) return { type: 'FeatureCollection', features: [] }
  const { middle, halfWidthM, halfHeightM } = grid
  const spacingM = gridSpacingM(zoom, (bounds.minLat + bounds.maxLat) / 2)
  // Chinese and Korean letters would be set upright, one below the other, along the lines.
  const number = new Intl.NumberFormat(language === 'th' ? 'th' : 'en', {
    style: 'unit',
    unit: 'kilometer',
    useGrouping: false,
    maximumFractionDigits: 1,
  })
  const [west, east] = [middle.eastingM - halfWidthM, middle.eastingM + halfWidthM]
  const [south, north] = [middle.northingM - halfHeightM, middle.northingM + halfHeightM]
  const place = (eastingM: number, northingM: number): LngLat =>
    wgs84FromUtm({ ...middle, eastingM, northingM })
  return {
    type: 'FeatureCollection',
    features: [
      ...roundsBetween(west, east, spacingM).map((eastingM) =>
        drawLine(`E ${number.format(eastingM / 1000)}`, (share) =>
          place(eastingM, south + share * (north - south)),
        ),
      ),
      ...roundsBetween(south, north, spacingM).map((northingM) =>
        drawLine(`N ${number.format(northingM / 1000)}`, (share) =>
          place(west + share * (east - west), northingM),
        ),
      ),
    ],
  }
}
