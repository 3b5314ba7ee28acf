import type { Feature } from 'geojson'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatMeasure, formatNumber } from '../../../lib/format.ts'
import { fontStack } from '../../../map/map-fonts.ts'
import { useMap, useMapPalette } from '../../../map/map-context.ts'
import { palettes, type PaletteName } from '../../../map/map-palette.ts'
import type { MapLayer } from '../../../map/map-types.ts'
import { flightLabels } from '../../../ui/flight-badge.tsx'
import { liveConnection } from '../../../lib/live/live.ts'
import { useLiveTick } from '../../../lib/live/live-tick.ts'
import { isAirborne, lateS } from './drone-state.ts'

/** The label for a drone under the pointer; for a silent one with the age of its last message. */
const describePointed = (id: string, nowMs: number, t: TFunction): Feature | null => {
  const facts = liveConnection.store.read(id, nowMs)
  if (!facts) return null
  const figures =
    facts.ageS >= lateS
      ? [t('monitor:silentSince', { ago: formatAgo(nowMs - facts.ageS * 1000, nowMs) })]
      : isAirborne(facts.status)
        ? [formatMeasure(facts.speedMs, 'm/s', 1), `${formatNumber(facts.batteryPercent, 0)}%`]
        : [`${formatNumber(facts.batteryPercent, 0)}%`]
  return {
    type: 'Feature',
    properties: { text: [t(flightLabels[facts.status]), ...figures].join(' · ') },
    geometry: { type: 'Point', coordinates: [facts.lng, facts.lat] },
  }
}

const pointedLayer = (palette: PaletteName): MapLayer => ({
  id: 'pointed',
  slot: 'alarms',
  sources: { place: { data: { type: 'FeatureCollection', features: [] } } },
  styleLayers: [
    {
      id: 'text',
      source: 'place',
      kind: 'symbol',
      layout: {
        'text-field': ['get', 'text'],
        'text-font': fontStack('zh-CN'),
        'text-size': 12,
        'text-offset': [0, -1.8],
        'text-anchor': 'bottom',
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: {
        'text-color': palettes[palette].label,
        'text-halo-color': palettes[palette].halo,
        'text-halo-width': 2,
      },
    },
  ],
})

/**
 * A label next to the drone under the pointer: its activity, and whether its connection was lost.
 */
export const Pointed = ({ droneId }: { droneId: string }) => {
  const map = useMap()
  const palette = useMapPalette()
  const nowMs = useLiveTick()
  const { t } = useTranslation('monitor')
  useEffect(() => {
    if (!map) return
    map.setLayer(pointedLayer(palette))
    return () => map.removeLayer('pointed')
  }, [map, palette])
  useEffect(() => {
    const feature = describePointed(droneId, nowMs, t)
    map?.setData('pointed', 'place', {
      type: 'FeatureCollection',
      features: feature ? [feature] : [],
    })
  }, [map, palette, droneId, nowMs, t])
  return null
}
