import { useEffect, useRef } from 'react'
import type { CircleToolOptions } from './circle-tool.ts'
import { useMap } from './map-context.ts'
import { findEngine } from './map-engine.ts'

/** What is drawn now; a new object begins anew. */
export type CircleSession = Pick<CircleToolOptions, 'circle' | 'colour' | 'takesFocus'>
type Told = Pick<CircleToolOptions, 'formatLength' | 'onChange' | 'onCancel'>

/** Draws or changes one circle on the map; null: nothing is drawn. The tool comes with the first one. */
export const useCircleDrawing = (session: CircleSession | null, told: Told): void => {
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
    void import('./circle-tool.ts').then(({ CircleTool }) => {
      if (isOver) return
      const tool = new CircleTool(map, engine, {
        ...session,
        formatLength: (metres) => latest.current.formatLength(metres),
        onChange: (circle) => latest.current.onChange(circle),
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
