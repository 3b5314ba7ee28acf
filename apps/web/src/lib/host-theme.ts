import type { Theme } from '@swath/contract/people/auth'
import { call } from './api.ts'

let theme: Theme | null = null

/** How this host's console looks and what it offers; fetched once, before anything is drawn. */
export const loadHostTheme = async (): Promise<Theme> => {
  theme = await call('getTheme')
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon && theme.favicon) icon.href = theme.favicon
  document.title = theme.productName
  return theme
}

export const hostTheme = (): Theme => {
  if (!theme) throw new Error('the theme of the host is asked for before it has come')
  return theme
}
