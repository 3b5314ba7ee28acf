import type { LngLat } from '@swath/domain/lng-lat'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFirstView } from '../../../ui/use-first-view.ts'
import { MonitorMap } from '../monitor/monitor-map.tsx'
import { useMapRange } from '../monitor/map-range.ts'
import { useLiveRange } from '../monitor/use-live-view.ts'
import { Cockpit } from './cockpit.tsx'
import { DroneChoice } from './drone-choice.tsx'

/**
 * The map moves each second while it follows a drone, so the surroundings are fetched less often.
 */
const rangeMs = 2_500

/** Controls one drone: its instruments, its route on the map, and its commands. */
export const FlightControlScreen = () => {
  const { t } = useTranslation('flight-control')
  const [params, setParams] = useSearchParams()
  const selectedId = params.get('drone')
  const range = useMapRange(rangeMs)
  useFirstView(selectedId === null)
  const [pointedId, setPointed] = useState<string | null>(null)
  const [hoveredPlace, setHovered] = useState<LngLat | null>(null)
  // While a route is drawn, a click on another drone is accidental.
  const [isDrawing, setDrawing] = useState(false)
  const select = (droneId: string | null): void =>
    setParams(droneId === null ? {} : { drone: droneId }, {
      replace: selectedId !== null && droneId !== null,
    })

  useLiveRange(range)

  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <MonitorMap
        range={range}
        selectedId={selectedId}
        hoveredPlace={hoveredPlace}
        onSelect={(droneId) => {
          if (!isDrawing) select(droneId)
        }}
        onHover={setPointed}
      />
      {!isDrawing && (
        <DroneChoice
          selectedId={selectedId}
          pointedId={pointedId}
          onSelect={({ droneId }) => select(droneId)}
          onHover={setHovered}
        />
      )}
      {selectedId !== null && (
        <Cockpit
          key={selectedId}
          droneId={selectedId}
          isDrawing={isDrawing}
          setDrawing={setDrawing}
          onClose={() => select(null)}
        />
      )}
    </>
  )
}
