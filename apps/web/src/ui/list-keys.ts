import type { InputRef } from 'antd'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { isTyping } from './typing.ts'

/** Controls inside a row handle their own clicks and must not open it. */
export const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, label, .ant-checkbox-wrapper, .ant-table-selection-column') !==
    null

/** Rows of the table, and the two-line rows on a phone. */
const rowSelector = 'tr.ant-table-row, li[data-row]'

/** `/` focuses the search, as on every list. */
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

/** Arrow keys move between rows, Home and End jump to the ends, Enter opens a row. */
export const moveAmongRows = (event: KeyboardEvent<HTMLElement>): void => {
  const row =
    event.target instanceof Element ? event.target.closest<HTMLElement>(rowSelector) : null
  if (!row || isTyping(event.target)) return
  const rows = [...row.parentElement!.querySelectorAll<HTMLElement>(rowSelector)]
  const at = rows.indexOf(row)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined || !rows[to]) return
  event.preventDefault()
  rows[to].focus()
}
