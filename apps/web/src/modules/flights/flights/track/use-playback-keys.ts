import { useEffect } from 'react'

/** These elements handle the space bar themselves. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'button, a, input:not([type="range"]), select, textarea, [role="combobox"], [role="option"], [contenteditable]',
  ) !== null
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type="range"]), select, textarea, [role="combobox"], [contenteditable]',
  ) !== null

const stepMs = 5_000

type Keys = {
  toggle: () => void
  step: (byMs: number) => void
  /** Jumps to the previous or next mark (`[` and `]`). */ jump?: (direction: -1 | 1) => void
}

/** Space plays and pauses, arrows step, unless an input has the focus. */
export const usePlaybackKeys = ({ toggle, step, jump }: Keys): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.key === ' ' && !isPressed(event.target)) toggle()
      else if (isTyped(event.target)) return
      else if (event.key === 'ArrowLeft') step(-stepMs)
      else if (event.key === 'ArrowRight') step(stepMs)
      else if (jump && (event.key === '[' || event.key === ']')) jump(event.key === '[' ? -1 : 1)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [toggle, step, jump])
}
