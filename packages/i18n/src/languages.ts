export const languages = ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] as const
export type Language = (typeof languages)[number]

const isLanguage = (value: string): value is Language =>
  (languages as readonly string[]).includes(value)

/** Our language for one language tag, or null. Script and region decide which Chinese. */
const languageOfTag = (tag: string): Language | null => {
  if (isLanguage(tag)) return tag
  const lower = tag.toLowerCase()
  const primary = lower.split('-')[0]
  // A named script has priority over the place: zh-Hans-HK is written in Simplified characters.
  if (primary === 'zh')
    return /-hans\b/.test(lower) ? 'zh-CN' : /-(hant|tw|hk|mo)\b/.test(lower) ? 'zh-TW' : 'zh-CN'
  return primary === 'th' || primary === 'ko' || primary === 'en' ? primary : null
}

/**
 * A part of the header with its weight (RFC 9110, 12.4.2): default 1; an invalid weight counts as
 * 0.
 */
const weighed = (part: string): { tag: string; weight: number } => {
  const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
  const quality = parameters
    .map((one) => /^q\s*=\s*(.*)$/i.exec(one)?.[1])
    .find((value) => value !== undefined)
  const weight =
    quality === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0
  return { tag, weight }
}

/**
 * The best of our languages for an Accept-Language header or a browser's list ("zh-Hant-HK,
 * en;q=0.8"), or null: the one with the highest weight, of equals the first. A weight of 0 excludes
 * a language.
 */
export const matchLanguage = (wish: string | undefined): Language | null => {
  const parts = (wish ?? '')
    .split(',')
    .map(weighed)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of parts) {
    const language = languageOfTag(tag)
    if (language) return language
  }
  return null
}
