import { useEffect, useRef, useState } from 'react'
import type { At, Draft } from './plot-draft.ts'

type State = { readonly draft: Draft; readonly at: At }
type Steps = { readonly undone: readonly State[]; readonly done: readonly State[] }
const stepsAtMost = 100

/** Undo and redo for a drawn shape. */
export const useDrawnSteps = (first: State, onGone: (next: State) => void) => {
  const [state, setState] = useState(first)
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
  const take = (next: State, byHand = false): void => {
    const stood = newest.current
    setSteps(({ done }) => ({ undone: [], done: [...done.slice(1 - stepsAtMost), stood] }))
    go(next)
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
    again,
    undo: step('done', 'undone'),
    redo: step('undone', 'done'),
  }
}
