import type { InputRef } from 'antd'
import { useEffect, useRef, type RefObject } from 'react'
import { isTyping } from './typing.ts'

/** `/` focuses the search, as on every list. */
export const useSlash = (): RefObject<InputRef | null> => {
  const search = useRef<InputRef>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return
      event.preventDefault()
      search.current?.focus({ cursor: 'all' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return search
}
