// Guesses the encoding of texts by how well they read in each encoding, and by the country of the
// ground.

/** Letters typical of texts in an encoding's own language, among all that are not ASCII. */
type Code = {
  readonly name: string
  readonly countries: readonly string[]
  readonly isUsual: (letters: string) => number
  /** This encoding accepts any bytes, so it is tried only if the ground is in its countries. */
  readonly isOnlyAtHome?: true
}

const share = (letters: string, pattern: RegExp): number =>
  letters === '' ? 0 : (letters.match(pattern)?.length ?? 0) / letters.length

/** Symbols and full-width letters are in every encoding, so they give no hint. */
const neutral = /[\u3000-\u303F\uFF01-\uFF60\u2010-\u2027\u00B7]/g

/** First bytes of the common Chinese characters: level 1 of GB 2312, the frequent ones of Big5. */
const usualByBytes =
  (from: number, to: number) =>
  (bytes: Uint8Array): number => {
    let pairs = 0
    let usual = 0
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i]! < 0x80) continue
      pairs++
      if (bytes[i]! >= from && bytes[i]! <= to) usual++
      i++
    }
    return pairs === 0 ? 0 : usual / pairs
  }

/** Thai marks follow a letter, and leading vowels precede one. */
const thaiInOrder =
  /[\u0E01-\u0E2E][\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]*|[\u0E40-\u0E44](?=[\u0E01-\u0E2E])|[\u0E2F\u0E30\u0E32\u0E33\u0E45\u0E46\u0E50-\u0E59]/g

const codes: readonly Code[] = [
  { name: 'gb18030', countries: ['CN', 'SG'], isUsual: (text) => share(text, /[\u4E00-\u9FFF]/g) },
  {
    name: 'big5',
    countries: ['TW', 'HK', 'MO'],
    isUsual: (text) => share(text, /[\u4E00-\u9FFF]/g),
  },
  { name: 'euc-kr', countries: ['KR', 'KP'], isUsual: (text) => share(text, /[\uAC00-\uD7A3]/g) },
  {
    name: 'shift_jis',
    countries: ['JP'],
    isUsual: (text) => share(text, /[\u3041-\u30FF\u4E00-\u9FFF]/g),
  },
  {
    name: 'euc-jp',
    countries: ['JP'],
    isUsual: (text) => share(text, /[\u3041-\u30FF\u4E00-\u9FFF]/g),
  },
  {
    name: 'windows-874',
    countries: ['TH'],
    isUsual: (text) =>
      text === '' ? 0 : (text.match(thaiInOrder)?.join('').length ?? 0) / text.length,
  },
  {
    name: 'windows-1251',
    countries: ['RU', 'UA', 'BY', 'KZ', 'KG', 'BG', 'RS', 'MK', 'MN'],
    isUsual: (text) => share(text, /[\u0400-\u045F]/g),
    isOnlyAtHome: true,
  },
]

const byBytes: Readonly<Record<string, (bytes: Uint8Array) => number>> = {
  'gb18030': usualByBytes(0xb0, 0xd7),
  'big5': usualByBytes(0xa4, 0xc6),
  'euc-kr': usualByBytes(0xb0, 0xc8),
  // hiragana, katakana, level 1 of JIS X 0208
  'shift_jis': usualByBytes(0x82, 0x97),
  'euc-jp': usualByBytes(0xa4, 0xcf),
}

/** Some damage is tolerated: a field may cut a long name within a letter. */
const mostDamage = 0.03
/** Texts less usual than this are not in the encoding. */
const leastUsual = 0.6
/** Weight of the ground being in a country of the encoding. */
const atHome = 0.25
/**
 * Hangul has 25 first bytes, all of which common Chinese letters have too: this many letters
 * without one of the other fifteen are not Chinese.
 */
const enoughHangul = 6
const forHangul = 0.1

const scoreOf = (code: Code, sample: Uint8Array, country: string | null): number => {
  const decoded = new TextDecoder(code.name).decode(sample)
  // eslint-disable-next-line no-control-regex -- ASCII is what is taken out
  const letters = decoded.replace(/[\u0000-\u007F]/g, '').replace(neutral, '')
  const damage = share(letters, /\uFFFD|[\uE000-\uF8FF]/g)
  if (letters === '' || damage > mostDamage) return 0
  const usual = code.isUsual(letters) * (byBytes[code.name]?.(sample) ?? 1)
  const isAtHome = country !== null && code.countries.includes(country)
  if (usual < leastUsual || (code.isOnlyAtHome && !isAtHome)) return 0
  const isHangul = code.name === 'euc-kr' && usual === 1 && letters.length >= enoughHangul
  return usual + (isAtHome ? atHome : 0) + (isHangul ? forHangul : 0)
}

/** The most likely multi-byte encoding, or Thai; null if none is likely. */
export const guessEncoding = (sample: Uint8Array, country: string | null): string | null => {
  const [best] = codes
    .map((code) => ({ name: code.name, score: scoreOf(code, sample, country) }))
    .toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.name : null
}
