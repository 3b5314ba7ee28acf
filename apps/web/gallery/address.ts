import { languages, type Language } from '@swath/i18n/languages'
import type { Palette } from '../src/lib/theme.ts'

/** The state of the gallery, all of it in the URL. */
export type Address = {
  /** Shows this example without the list and the controls; `all`: all of them. */
  example: string | null
  /** The example chosen in the list; null: all. */
  chosen: string | null
  theme: Palette
  language: Language
  /** Width of the page that shows the example, px; null: as wide as the window. */
  width: number | null
}

export const readAddress = (search: string): Address => {
  const params = new URLSearchParams(search)
  const width = Number(params.get('width'))
  return {
    example: params.get('example'),
    chosen: params.get('chosen'),
    theme: params.get('theme') === 'dark' ? 'dark' : 'light',
    language: languages.find((one) => one === params.get('language')) ?? 'en',
    width: width >= 200 && width <= 4000 ? width : null,
  }
}

export const toSearch = ({ example, chosen, theme, language, width }: Address): string =>
  `?${new URLSearchParams({
    ...(example === null ? {} : { example }),
    ...(chosen === null ? {} : { chosen }),
    ...(theme === 'dark' ? { theme } : {}),
    ...(language === 'en' ? {} : { language }),
    ...(width === null ? {} : { width: String(width) }),
  }).toString()}`
