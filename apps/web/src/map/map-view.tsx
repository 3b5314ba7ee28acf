import 'maplibre-gl/dist/maplibre-gl.css'
import { useCallback, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { MapOutside } from './losses.ts'
import { MapAdapter, type MapSettings, type MapStart, type MapTexts } from './map-adapter.ts'
import { MapContext, MapPaletteContext } from './map-context.ts'
import { registerEngine } from './map-engine.ts'
import { MapOverlays, type OverlayAreas } from './map-overlays.tsx'
import { palettes } from './map-palette.ts'
import styles from './map-view.module.css'

type Props = {
  readonly settings: MapSettings
  readonly texts: MapTexts & {
    readonly absentTitle: string
    readonly absentReason: string
    readonly waiting: string
  }
  /** Initial view; later changes do not move the map while the person uses it. */
  readonly start: MapStart
  /**
   * Called once for each external source or archive that is lost and replaced by the built-in map.
   */
  readonly onLoss?: (what: MapOutside) => void
  /** Controls above the zoom buttons. */
  readonly furniture?: ReactNode
  /** Called with the areas over the map in which pages show their own legends and banners. */
  readonly onAreas?: (areas: OverlayAreas | null) => void
  /** The pages: they are above the map and may add layers to it. */
  readonly children?: ReactNode
}

const Absent = ({ texts }: Pick<Props, 'texts'>) => (
  <section className={styles.absent}>
    <div>
      <h2>{texts.absentTitle}</h2>
      <p>{texts.absentReason}</p>
    </div>
  </section>
)

/** Shown until the map is first drawn. */
const Waiting = ({ texts }: Pick<Props, 'texts'>) => (
  <p className={styles.waiting} role="status">
    {texts.waiting}
  </p>
)

/**
 * The shell's only map. It stays mounted when the page changes; without WebGL 2 it shows a message
 * and the pages still work.
 */
export const MapView = (props: Props) => {
  const { settings, texts, start, onLoss, furniture, onAreas, children } = props
  const container = useRef<HTMLDivElement>(null)
  const first = useRef({ settings, texts, start })
  const tell = useRef(onLoss)
  const areas = useRef<OverlayAreas>(null)
  const keepAreas = useCallback(
    (found: OverlayAreas | null) => {
      areas.current = found
      onAreas?.(found)
    },
    [onAreas],
  )
  const [adapter, setAdapter] = useState<MapAdapter | null>(null)
  const [isAbsent, setAbsent] = useState(false)
  const [isDrawn, setDrawn] = useState(false)

  useEffect(() => {
    tell.current = onLoss
  }, [onLoss])

  useEffect(() => {
    if (!container.current || !areas.current) return
    let made: MapAdapter
    try {
      made = new MapAdapter(
        container.current,
        areas.current,
        first.current.settings,
        first.current.texts,
        first.current.start,
        { onLoss: (what) => tell.current?.(what), onDrawn: () => setDrawn(true) },
      )
    } catch (reason) {
      // No WebGL 2, or too many contexts: the console works without a map.
      console.warn(reason)
      setAbsent(true)
      return
    }
    registerEngine(made, { map: made.map, setDrawing: made.setDrawing })
    setAdapter(made)
    return () => {
      setAdapter(null)
      made.destroy()
    }
  }, [])

  useEffect(() => adapter?.update(settings), [adapter, settings])
  useEffect(() => adapter?.setTexts(texts), [adapter, texts])

  const { land, water, border, label } = palettes[settings.palette]
  const tints = {
    '--map-land': land,
    '--map-water': water,
    '--map-border': border,
    '--map-label': label,
  } as CSSProperties
  return (
    <MapContext value={adapter}>
      <div
        className={`relative h-full w-full ${styles.whole} ${settings.palette === 'dark' ? styles.dark : ''}`}
        style={tints}
      >
        <div ref={container} className={styles.map} hidden={isAbsent} />
        <MapOverlays
          onAreas={keepAreas}
          loading={!isDrawn && !isAbsent && <Waiting texts={texts} />}
        />
        {adapter && furniture && createPortal(furniture, adapter.corner)}
        {isAbsent && <Absent texts={texts} />}
      </div>
      <MapPaletteContext value={settings.palette}>{children}</MapPaletteContext>
    </MapContext>
  )
}
