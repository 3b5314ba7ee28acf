export const languages = ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] as const
export type Language = (typeof languages)[number]

const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value)

/**
 * The best of our languages for a browser's or a header's wish ("zh-Hant-HK, en;q=0.8"), or null. Script and region
 * decide which Chinese.
 */
export const matchLanguage = (wish: string | undefined): Language | null => {
  for (const part of (wish ?? '').split(',')) {
    const tag = (part.split(';')[0] ?? '').trim()
    if (isLanguage(tag)) return tag
    const lower = tag.toLowerCase()
    const primary = lower.split('-')[0]
    if (primary === 'zh') return /hant|tw|hk|mo/.test(lower) ? 'zh-TW' : 'zh-CN'
    if (primary === 'th' || primary === 'ko' || primary === 'en') return primary
  }
  return null
}
