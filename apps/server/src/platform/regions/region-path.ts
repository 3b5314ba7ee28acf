import type { Language } from '@swath/i18n/languages'
import { findRegion, parentCodeOf } from '@swath/fixtures/regions'

/** Names from the country down; empty for no code or an unknown one. */
export const regionPath = (code: string | null, language: Language): string[] => {
  const region = code === null ? undefined : findRegion(code)
  if (!region) return []
  return [...regionPath(parentCodeOf(region.code), language), region.names[language]]
}
