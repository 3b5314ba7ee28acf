import { useCallback, type ReactNode } from 'react'
import styles from './map-overlays.module.css'

export type OverlayArea = 'top' | 'legend' | 'controls' | 'scale' | 'credits'

/** The elements that hold what is shown over the map. */
export type OverlayAreas = Readonly<Record<OverlayArea, HTMLElement>>

type Props = {
  /** Called with the areas, and with null when they are removed. */
  onAreas: (areas: OverlayAreas | null) => void
  /** A message while the map loads. */
  loading: ReactNode
}

/**
 * Places everything over the map in one grid between the panels, so that nothing overlaps at any
 * width. Banners are at the top, the legend is at the lower left, buttons are at the lower right, and
 * the scale and the credits share the last line.
 */
export const MapOverlays = ({ onAreas, loading }: Props) => {
  const frame = useCallback(
    (element: HTMLDivElement | null) => {
      const find = (area: OverlayArea): HTMLElement =>
        element!.querySelector<HTMLElement>(`[data-area='${area}']`)!
      onAreas(
        element && {
          top: find('top'),
          legend: find('legend'),
          controls: find('controls'),
          scale: find('scale'),
          credits: find('credits'),
        },
      )
    },
    [onAreas],
  )
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.grid}>
        <div className={styles.top} data-area="top" />
        <div className={styles.start}>
          {loading}
          <div className={styles.legend} data-area="legend" />
        </div>
        <div className={styles.controls} data-area="controls" />
        <div className={styles.foot}>
          <div className={styles.scale} data-area="scale" />
          <div className={styles.credits} data-area="credits" />
        </div>
      </div>
    </div>
  )
}
