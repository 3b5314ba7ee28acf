// How a typed text finds rows by name: its words, which of two matches comes first, and how much
// may be mistyped. Letters are code points in the form NFKC, in lower case, so that full-width and
// half-width letters are the same.

/** More words than these are ignored. */
const wordsAtMost = 6

export const normalizeSearchText = (text: string): string =>
  text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')

/** The words of a normalised text. */
export const listSearchWords = (text: string): string[] =>
  text === '' ? [] : text.split(' ').slice(0, wordsAtMost)

/** Latin letters and digits say little each; a character of the other scripts is often a word. */
const isAscii = (word: string): boolean => /^[\u0020-\u007e]*$/.test(word)

/** One Latin letter or digit would find nearly every row. */
export const isSearchable = (text: string): boolean =>
  listSearchWords(text).some((word) => word.length > 1 || !isAscii(word))

export type Searched = {
  readonly name: string
  /** What else finds the row, for example a serial number; empty for none. */
  readonly others: string
}

/** In this order in the result. */
export const searchRanks = ['same', 'start', 'word-start', 'within', 'others', 'close'] as const
export type SearchRank = (typeof searchRanks)[number]

/**
 * How a row matches the text; null: not at all. Every word of the text must be in the name or in
 * the other texts.
 *
 * @param text normalised
 */
export const rankMatch = (text: string, { name, others }: Searched): SearchRank | null => {
  const ownName = normalizeSearchText(name)
  const ownOthers = normalizeSearchText(others)
  if (ownName === text || ownOthers.split(' ').includes(text)) return 'same'
  if (ownName.startsWith(text)) return 'start'
  const words = listSearchWords(text)
  if (!words.every((word) => ownName.includes(word) || ownOthers.includes(word))) return null
  if (!words.every((word) => ownName.includes(word))) return 'others'
  const starts = words.every((word) => ownName.startsWith(word) || ownName.includes(` ${word}`))
  return starts ? 'word-start' : 'within'
}

/**
 * Number of mistyped letters that are tolerated in a word of `length` letters. In scripts whose
 * characters are syllables or words, three characters are as distinctive as four letters.
 */
const errorsIn = (word: string): number => {
  const { length } = Array.from(word)
  if (/\d/.test(word)) return 0
  return length < (isAscii(word) ? 4 : 3) ? 0 : length < 8 ? 1 : 2
}

/**
 * The fewest insertions, deletions, replacements and swaps of neighbours that turn the word into
 * some part of the text: approximate matching after Sellers (1980), with the swaps of Damerau
 * (1964). Its cost is the product of both lengths.
 */
const errorsWithin = (word: string, text: string): number => {
  const wanted = Array.from(word)
  const given = Array.from(text)
  let older: number[] = []
  // the first row is 0, because the part may begin anywhere
  let previous: number[] = Array<number>(given.length + 1).fill(0)
  for (const [i, letter] of wanted.entries()) {
    const current = [i + 1]
    for (const [j, other] of given.entries()) {
      let fewest = Math.min(
        previous[j]! + (letter === other ? 0 : 1),
        previous[j + 1]! + 1,
        current[j]! + 1,
      )
      if (i > 0 && j > 0 && letter === given[j - 1] && wanted[i - 1] === other)
        fewest = Math.min(fewest, older[j - 1]! + 1)
      current.push(fewest)
    }
    older = previous
    previous = current
  }
  return Math.min(...previous)
}

/**
 * Whether the name contains every word of the text, with few mistyped letters. Numbers must be
 * exact: another digit is another drone.
 *
 * @param text normalised
 */
export const isCloseTo = (text: string, name: string): boolean => {
  const own = normalizeSearchText(name)
  return listSearchWords(text).every((word) => {
    if (own.includes(word)) return true
    const errors = errorsIn(word)
    return errors > 0 && errorsWithin(word, own) <= errors
  })
}

/** The words that may be mistyped, longest first. */
const listTolerant = (text: string): string[] =>
  listSearchWords(text)
    .filter((word) => errorsIn(word) > 0)
    .toSorted((a, b) => b.length - a.length)

/**
 * Parts of the text, one of which every close name contains unchanged: with n errors, one of n + 1
 * parts has none. A letter between two parts is in neither, so that a swap of neighbours cannot
 * change both.
 *
 * @param text normalised
 * @returns none if nothing may be mistyped
 */
export const listIntactParts = (text: string): string[] => {
  const [word] = listTolerant(text)
  if (word === undefined) return []
  const letters = Array.from(word)
  const count = errorsIn(word) + 1
  const gaps = letters.length >= count * 2 + count - 1 ? 1 : 0
  const size = Math.floor((letters.length - gaps * (count - 1)) / count)
  const parts = Array.from({ length: count }, (_, part) => {
    const from = part * (size + gaps)
    return letters.slice(from, part === count - 1 ? letters.length : from + size).join('')
  })
  if (gaps === 1) return parts
  const swapped = letters.slice(1).map((letter, at) => {
    const other = [...letters]
    other.splice(at, 2, letter, letters[at]!)
    return other.join('')
  })
  return [...parts, ...swapped]
}
