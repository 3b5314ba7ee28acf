import type { Language } from '@swath/i18n/languages'

/**
 * CSS font families: without `glyphs` in the style, MapLibre draws every script with fonts of the
 * device.
 */
const fontsByLanguage: Readonly<Record<Language, readonly string[]>> = {
  'en': [],
  'th': ['Noto Sans Thai', 'Thonburi', 'Leelawadee UI'],
  'zh-CN': ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC'],
  'zh-TW': ['PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC', 'Noto Sans TC'],
  'ko': ['Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans CJK KR', 'Noto Sans KR'],
}
const otherFonts = [
  'Noto Sans',
  'Segoe UI',
  'Helvetica Neue',
  'Noto Sans CJK SC',
  'Noto Sans Thai',
  'sans-serif',
]

export const fontStack = (language: Language): string[] => [
  ...new Set([...fontsByLanguage[language], ...otherFonts]),
]
