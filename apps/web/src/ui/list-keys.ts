import type { InputRef } from 'antd'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `/` goes to the search, as on every list. */
export const useSearchKey = (): RefObject<InputRef | null> => {
  const search = useRef<InputRef>(null)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        !search.current
      )
        return
      event.preventDefault()
      search.current.focus({ cursor: 'all' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return search
}

/** Arrows walk the rows, Home and End jump; Enter on a row opens it. */
export const moveAmongRows = (event: KeyboardEvent<HTMLElement>): void => {
  const row =
    event.target instanceof Element ? event.target.closest<HTMLElement>('tr.ant-table-row') : null
  if (!row || isTyping(event.target)) return
  const rows = [...row.parentElement!.querySelectorAll<HTMLElement>('tr.ant-table-row')]
  const at = rows.indexOf(row)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined || !rows[to]) return
  event.preventDefault()
  rows[to].focus()
}
