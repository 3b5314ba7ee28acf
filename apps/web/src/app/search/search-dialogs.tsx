import { Suspense, type ReactNode } from 'react'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import type { PersonAction } from '../person-action.ts'
import { useSearchKeys } from './use-search-keys.ts'

const SearchDialog = lazyComponent(async () => (await import('./search-dialog.tsx')).SearchDialog)
const ShortcutsDialog = lazyComponent(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)

type Search = { openSearch: () => void; searchDialogs: ReactNode }

/** The search over everything and the list of shortcuts, which keys open on every page. */
export const useSearch = (onAction: (action: PersonAction) => void): Search => {
  const { shown, setShown } = useSearchKeys()
  const close = (): void => setShown(null)
  return {
    openSearch: () => setShown('search'),
    searchDialogs: (
      <Suspense fallback={null}>
        {shown === 'search' && <SearchDialog onClose={close} onAction={onAction} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    ),
  }
}
