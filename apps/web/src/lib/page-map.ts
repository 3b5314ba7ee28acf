import { stored } from './stored.ts'

/**
 * Whether the map is open next to pages, as the person last chose in this browser; null: never
 * chosen, then each page decides.
 */
export const pageMap = stored<'open' | 'closed' | null>('pageMap', (kept) =>
  kept === 'open' || kept === 'closed' ? kept : null,
)
