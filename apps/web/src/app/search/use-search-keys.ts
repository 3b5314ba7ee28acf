import { useEffect, useState } from 'react'
import { isTyping } from '../../ui/typing.ts'

export type SearchDialogName = 'search' | 'shortcuts' | null

/** Ctrl+K (⌘K) opens the search, also while typing; `?` shows the shortcuts. */
export const useSearchKeys = () => {
  const [shown, setShown] = useState<SearchDialogName>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isSearch =
        (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const isHelp =
        event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
      if (!isSearch && !isHelp) return
      event.preventDefault()
      setShown((now) => (isSearch ? (now === 'search' ? null : 'search') : 'shortcuts'))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return { shown, setShown }
}
