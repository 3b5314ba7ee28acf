import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@swath/i18n/languages'
import { showWarning } from '../lib/errors.ts'
import { hostTheme } from '../lib/host-theme.ts'
import { mapSettings } from '../lib/map-settings.ts'
import { buildQuery } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { useStored } from '../lib/stored.ts'
import { useMap } from '../map/map-context.ts'
import type { PaletteName } from '../map/map-palette.ts'
import type { MapHandle } from '../map/map-types.ts'
import type { OverlayAreas } from '../map/map-overlays.tsx'
import { MapView } from '../map/map-view.tsx'
import { MapLayerSwitch } from './map-layer-switch.tsx'
import { mapWithin, mayHaveBounds } from './map-within.ts'

const HandOn = ({ onMap }: { onMap: (map: MapHandle | null) => void }): ReactNode => {
  const map = useMap()
  useEffect(() => onMap(map), [map, onMap])
  return null
}

const losses = {
  raster: 'mapOutsideFailed',
  style: 'mapOutsideFailed',
  weather: 'mapWeatherFailed',
  archive: 'mapArchiveGone',
} as const

type Props = {
  palette: PaletteName
  onMap: (map: MapHandle | null) => void
  onAreas: (areas: OverlayAreas | null) => void
}

/** The base map, with the host's centre, borders and imagery. */
export const MapBase = ({ palette, onMap, onAreas }: Props) => {
  const { t, i18n } = useTranslation('app')
  const theme = hostTheme()
  const { map, mapRasterUrl, mapWeatherUrl, mapStyleUrl } = theme
  const user = useUser()
  const own = useQuery({
    ...buildQuery('getOwnBounds'),
    enabled: mayHaveBounds(theme, user),
    staleTime: Infinity,
    meta: { quiet: true },
  }).data
  const { showHdMap, showWeather, showGrid } = useStored(mapSettings)
  return (
    <MapView
      start={{ centre: map.center, zoom: map.zoom }}
      furniture={<MapLayerSwitch />}
      onAreas={onAreas}
      onLoss={(what) => showWarning(t(losses[what]))}
      settings={{
        language: i18n.language as Language,
        palette,
        boundaries: map.boundaries,
        showHdMap,
        showWeather,
        showGrid,
        within: mapWithin(theme, user, own?.bounds),
        archives: theme.mapArchives,
        ...(mapRasterUrl
          ? { raster: { url: mapRasterUrl, credits: theme.mapRasterCredits, crs: map.crs } }
          : {}),
        ...(mapWeatherUrl
          ? { weather: { url: mapWeatherUrl, credits: theme.mapWeatherCredits, crs: 'wgs84' } }
          : {}),
        ...(mapStyleUrl ? { styleUrl: mapStyleUrl } : {}),
      }}
      texts={{
        name: t('mapName'),
        zoomIn: t('mapZoomIn'),
        zoomOut: t('mapZoomOut'),
        attribution: t('mapAttribution'),
        waiting: t('mapWaiting'),
        absentTitle: t('mapAbsentTitle'),
        absentReason: t('mapAbsentReason'),
      }}
    >
      <HandOn onMap={onMap} />
    </MapView>
  )
}
