import { useEffect, useRef, useState } from 'react'
import { cornersAt, type At, type Draft } from './plot-draft.ts'

type Drawn = { readonly draft: Draft; readonly at: At }
/** `isClosed`: the outline is complete, so its corners are moved instead of added. */
type State = Drawn & { readonly isClosed: boolean }
type Steps = { readonly undone: readonly State[]; readonly done: readonly State[] }
const stepsAtMost = 100

const toState = (drawn: Drawn): State => ({
  ...drawn,
  isClosed: cornersAt(drawn.draft, drawn.at).length >= 3,
})

/** Undo and redo for a drawn shape. */
export const useDrawnSteps = (first: Drawn, onGone: (next: State) => void) => {
  const [state, setState] = useState(() => toState(first))
  const [steps, setSteps] = useState<Steps>({ undone: [], done: [] })
  /** Incremented when something other than the map tool changes the shape. */
  const [turn, setTurn] = useState(0)
  const newest = useRef(state)
  useEffect(() => {
    newest.current = state
  }, [state])
  const again = (): void => setTurn((count) => count + 1)
  const go = (next: State): void => {
    newest.current = next
    setState(next)
    onGone(next)
  }
  const take = (next: Drawn, byHand = false): void => {
    const stood = newest.current
    setSteps(({ done }) => ({ undone: [], done: [...done.slice(1 - stepsAtMost), stood] }))
    go(byHand ? { ...next, isClosed: stood.isClosed } : toState(next))
    if (!byHand) again()
  }
  const step = (from: keyof Steps, to: keyof Steps): (() => void) | null => {
    const next = steps[from].at(-1)
    if (!next) return null
    return () => {
      const stood = newest.current
      setSteps({ ...steps, [from]: steps[from].slice(0, -1), [to]: [...steps[to], stood] })
      go(next)
      again()
    }
  }
  return {
    state,
    newest,
    turn,
    take,
    /** Completes the outline that is being drawn. */
    close: (): void => {
      go({ ...newest.current, isClosed: true })
      again()
    },
    undo: step('done', 'undone'),
    redo: step('undone', 'done'),
  }
}
