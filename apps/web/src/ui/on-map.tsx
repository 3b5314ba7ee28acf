import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { OverlayArea } from '../map/map-overlays.tsx'
import { useStage } from './stage.tsx'

type Props = { area: OverlayArea; children: ReactNode }

/** Shows a legend or banner of a page over the map, where it overlaps nothing else. */
export const OnMap = ({ area, children }: Props) => {
  const { areas } = useStage()
  return areas ? createPortal(children, areas[area]) : null
}
