import { useState } from 'react'
import { useNavigate } from 'react-router'
import { monitorLink } from '../../../lib/monitor-link.ts'
import { useFirstView } from '../../../ui/use-first-view.ts'
import type { LiveView } from '../../../lib/live/live-connection.ts'
import { useMapRange } from './map-range.ts'
import { MonitorMap } from './monitor-map.tsx'
import { useLiveView } from './use-live-view.ts'

const everyone: LiveView['filters'] = {}
/** Next to a page the map is moved less often than on the monitor. */
const rangeMs = 1000

/** Drones, plots and zones on the map next to a page that draws nothing there. */
export const FleetOnMap = () => {
  const navigate = useNavigate()
  const range = useMapRange(rangeMs)
  const [pointedId, setPointed] = useState<string | null>(null)
  useLiveView(range, everyone)
  useFirstView(true)
  return (
    <MonitorMap
      range={range}
      selectedId={null}
      hoveredPlace={null}
      pointedId={pointedId}
      onHover={setPointed}
      onSelect={(droneId) => void navigate(monitorLink({ droneId }))}
    />
  )
}
