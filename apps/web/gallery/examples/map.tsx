import type { Language } from '@swath/i18n/languages'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groundColors } from '../../src/lib/theme.ts'
import { useMapLayer } from '../../src/map/map-context.ts'
import type { MapLayer } from '../../src/map/map-types.ts'
import { MapOverlays, type OverlayAreas } from '../../src/map/map-overlays.tsx'
import { MapView } from '../../src/map/map-view.tsx'
import { OnMap } from '../../src/ui/on-map.tsx'
import { StageProvider } from '../../src/ui/stage.tsx'
import { readAddress } from '../address.ts'
import { fields } from '../data.ts'
import type { Example } from '../example.tsx'

const Fields = () => {
  const layer = useMemo(
    (): MapLayer => ({
      id: 'fields',
      slot: 'plots',
      sources: {
        fields: {
          data: {
            type: 'MultiPolygon',
            coordinates: fields.map((ring) => [ring.map(([lng, lat]) => [lng, lat])]),
          },
        },
      },
      styleLayers: [
        {
          id: 'area',
          source: 'fields',
          kind: 'fill',
          paint: { 'fill-color': groundColors.covered, 'fill-opacity': 0.5 },
        },
        {
          id: 'edge',
          source: 'fields',
          kind: 'line',
          paint: { 'line-color': groundColors.plot, 'line-width': 2 },
        },
      ],
    }),
    [],
  )
  useMapLayer(layer)
  return null
}

const FieldMap = ({ zoom }: { zoom: number }) => {
  const { t, i18n } = useTranslation('app')
  const { theme } = readAddress(location.search)
  return (
    <div className="gallery-stage">
      <MapView
        start={{ centre: [113.003, 28.2015], zoom }}
        settings={{
          language: i18n.language as Language,
          palette: theme,
          boundaries: 'china',
          showHdMap: false,
          showWeather: false,
          showGrid: false,
          within: null,
          archives: [],
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
        <Fields />
      </MapView>
    </div>
  )
}

/** The areas over a map, without the map. */
const Overlays = () => {
  const { t } = useTranslation('app')
  const [areas, setAreas] = useState<OverlayAreas | null>(null)
  return (
    <div className="gallery-stage">
      <MapOverlays onAreas={setAreas} loading={<p className="m-0">{t('mapWaiting')}</p>} />
      <StageProvider
        value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay: null, areas }}
      >
        <OnMap area="top">{t('mapFailed')}</OnMap>
        <OnMap area="legend">
          <p className="m-0">{t('terms:noFlyZone')}</p>
        </OnMap>
        <OnMap area="controls">
          <button type="button">{t('mapZoomIn')}</button>
        </OnMap>
        <OnMap area="scale">100 m</OnMap>
        <OnMap area="credits">{t('mapAttribution')}</OnMap>
      </StageProvider>
    </div>
  )
}

/** The text of a map that is not drawn yet is gone. */
const isDrawn = (): boolean =>
  document.querySelector('canvas') !== null && document.querySelector('[role="status"]') === null

export const mapExamples: readonly Example[] = [
  { name: 'map-view', folder: 'map', Show: () => <FieldMap zoom={14} />, isDrawn },
  {
    name: 'map-overlays',
    folder: 'map',
    Show: Overlays,
    noPicture: 'a journey checks the boxes of what it places',
  },
  { name: 'map-view-far', folder: 'map', Show: () => <FieldMap zoom={5} />, isDrawn },
]
