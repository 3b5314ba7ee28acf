import { useCallback, useState } from 'react'
import { pageMap } from '../lib/page-map.ts'
import { useStored } from '../lib/stored.ts'

/**
 * The map next to pages: open or closed as the person last chose, the same on every page. A page
 * may open it while it is shown.
 */
export const usePageMap = () => {
  const chosen = useStored(pageMap)
  const [isOpenedByPage, openMap] = useState(false)
  const isOpen = isOpenedByPage || chosen === 'open'
  const toggle = useCallback((): void => {
    openMap(false)
    pageMap.set(isOpen ? 'closed' : 'open')
  }, [isOpen])
  return { isOpen, openMap, toggle }
}
