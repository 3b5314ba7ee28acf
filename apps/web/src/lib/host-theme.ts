import type { Theme } from '@swath/contract/people/auth'
import { call } from './api.ts'

let theme: Theme | null = null

/**
 * The appearance and features of this host's console; fetched once, before anything is rendered.
 */
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
