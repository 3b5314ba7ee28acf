import { useEffect, useRef } from 'react'
import { useMap } from './map-context.ts'
import { findEngine } from './map-engine.ts'
import type { RingToolOptions } from './ring-tool.ts'

/** What is drawn now; a new object begins anew. */
export type RingSession = Pick<RingToolOptions, 'mode' | 'corners' | 'colour' | 'takesFocus'>
type Told = Pick<RingToolOptions, 'snap' | 'formatLength' | 'onChange' | 'onFinish' | 'onCancel'>

/** Draws or changes one ring on the map; null: nothing is drawn. The tool comes with the first one. */
export const useRingDrawing = (session: RingSession | null, told: Told): void => {
  const map = useMap()
  const latest = useRef(told)
  useEffect(() => {
    latest.current = told
  })
  useEffect(() => {
    const engine = map && findEngine(map)
    if (!engine || !session) return
    let stop: (() => void) | null = null
    let isOver = false
    void import('./ring-tool.ts').then(({ RingTool }) => {
      if (isOver) return
      const tool = new RingTool(map, engine, {
        ...session,
        snap: (...near) => latest.current.snap(...near),
        formatLength: (metres) => latest.current.formatLength(metres),
        onChange: (corners, isSettled) => latest.current.onChange(corners, isSettled),
        onFinish: () => latest.current.onFinish(),
        onCancel: () => latest.current.onCancel(),
      })
      stop = () => tool.stop()
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [map, session])
}
