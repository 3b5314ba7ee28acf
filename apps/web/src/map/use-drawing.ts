import { useEffect, useRef } from 'react'
import type { CircleToolOptions } from './circle-tool.ts'
import { useMap } from './map-context.ts'
import { findEngine, type MapEngine } from './map-engine.ts'
import type { MapHandle } from './map-types.ts'
import type { RingToolOptions } from './ring-tool.ts'

// oxlint-disable-next-line no-explicit-any -- the tool's listeners have different arguments
type Listeners = Record<string, (...values: any[]) => unknown>
type Start<Options> = (map: MapHandle, engine: MapEngine, options: Options) => { stop: () => void }

/** Runs a tool on the map while there is a session; a new session restarts it. */
const useDrawing = <Session extends object, Handlers extends Listeners>(
  session: Session | null,
  listeners: Handlers,
  load: () => Promise<Start<Session & Handlers>>,
): void => {
  const map = useMap()
  const latest = useRef({ listeners, load })
  useEffect(() => {
    latest.current = { listeners, load }
  })
  useEffect(() => {
    const engine = map && findEngine(map)
    if (!engine || !session) return
    let stop: (() => void) | null = null
    let isOver = false
    void latest.current.load().then((start) => {
      if (isOver) return
      const toLatest = Object.keys(latest.current.listeners).map((name) => [
        name,
        (...values: unknown[]) => latest.current.listeners[name]?.(...values),
      ])
      const tool = start(map, engine, { ...session, ...(Object.fromEntries(toLatest) as Handlers) })
      stop = () => tool.stop()
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [map, session])
}

export type RingSession = Pick<RingToolOptions, 'mode' | 'corners' | 'colour' | 'takesFocus'>

/** Draws or changes one ring on the map; null stops drawing. Loads the tool on first use. */
export const useRingDrawing = (
  session: RingSession | null,
  listeners: Omit<RingToolOptions, keyof RingSession>,
): void =>
  useDrawing(session, listeners, async () => {
    const { RingTool } = await import('./ring-tool.ts')
    return (...of) => new RingTool(...of)
  })

export type CircleSession = Pick<CircleToolOptions, 'circle' | 'colour' | 'takesFocus'>

/** Draws or changes one circle; null stops drawing. */
export const useCircleDrawing = (
  session: CircleSession | null,
  listeners: Omit<CircleToolOptions, keyof CircleSession>,
): void =>
  useDrawing(session, listeners, async () => {
    const { CircleTool } = await import('./circle-tool.ts')
    return (...of) => new CircleTool(...of)
  })
