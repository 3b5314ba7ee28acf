import type { Language } from '@swath/i18n/languages'
import { findRegion } from '@swath/fixtures/regions'

/** Names from the country down; empty without a code or for an unknown one. */
export const regionPath = (code: string | null, language: Language): string[] => {
  const region = code === null ? undefined : findRegion(code)
  if (!region) return []
  return [...regionPath(region.parentCode, language), region.names[language]]
}
