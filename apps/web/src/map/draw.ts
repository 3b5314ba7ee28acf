import { useCallback, useEffect, useRef, useState } from 'react'
import { groundColors } from '../ui/theme.ts'
import type { DrawMode, DrawTool, ShapeProblem } from './draw-tool.ts'
import { useMap } from './map-context.ts'
import { findEngine } from './map-engine.ts'
import type { Shape } from './shapes.ts'

export type { DrawMode, ShapeProblem } from './draw-tool.ts'

export type DrawOptions = {
  /** Null: nothing is drawn. */
  readonly mode: DrawMode | null
  /** What `edit` begins with. A new object begins anew. */
  readonly initial?: Shape | null
  readonly colour?: string
  /** False while the shape is typed: a new drawing then leaves the focus where it is. */
  readonly takesFocus?: boolean
  readonly onChange?: (shape: Shape | null, problem: ShapeProblem | null) => void
  /**
   * With a shape that has no problem: after the last point or Enter, and again after each Enter
   * while it is changed.
   */
  readonly onFinish?: (shape: Shape) => void
  /** Esc. The drawing stays until `mode` becomes null. */
  readonly onCancel?: () => void
}

export type DrawControls = {
  readonly shape: Shape | null
  /**
   * What is wrong with the shape as it stands (`self_crossing` and others), null when it may be
   * finished.
   */
  readonly problem: ShapeProblem | null
  /** As Enter does: for a button. */
  readonly finish: () => void
}

type Drawn = { readonly shape: Shape | null; readonly problem: ShapeProblem | null }
const nothing: Drawn = { shape: null, problem: null }

/**
 * Draws or changes one polygon or circle on the map. The tools are fetched when the first drawing
 * begins.
 */
export const useDraw = (options: DrawOptions): DrawControls => {
  const { mode, initial = null, colour = groundColors.zone } = options
  const map = useMap()
  const latest = useRef(options)
  const tool = useRef<DrawTool | null>(null)
  const [drawn, setDrawn] = useState<Drawn>(nothing)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const engine = map && findEngine(map)
    if (!engine || mode === null) return
    let isOver = false
    void import('./draw-tool.ts').then(({ DrawTool }) => {
      if (isOver) return
      tool.current = new DrawTool(engine, {
        mode,
        initial,
        colour,
        takesFocus: latest.current.takesFocus ?? true,
        onChange: (shape, problem) => {
          setDrawn({ shape, problem })
          latest.current.onChange?.(shape, problem)
        },
        onFinish: (shape) => latest.current.onFinish?.(shape),
        onCancel: () => latest.current.onCancel?.(),
      })
    })
    return () => {
      isOver = true
      tool.current?.stop()
      tool.current = null
      setDrawn(nothing)
    }
  }, [map, mode, initial, colour])

  const finish = useCallback(() => tool.current?.finish(), [])
  return { ...drawn, finish }
}
