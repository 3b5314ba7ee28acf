export type Decoder = InstanceType<typeof TextDecoder>

/** UTF-16 is detected by its byte order mark; everything else is read as UTF-8. */
export const pickDecoder = (start: Uint8Array): Decoder => {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder('utf-8')
}

/** Non-Unicode encodings used by spreadsheets and editors in our users' countries. */
const guesses = ['utf-8', 'gb18030', 'big5', 'euc-kr', 'windows-874'] as const

export type DecodedText = { readonly text: string; readonly encoding: string }

/**
 * UTF-8 or UTF-16 by its mark; else UTF-8, else the first encoding of Chinese, Korean or Thai
 * spreadsheets in which the bytes are valid; null if they are in none.
 */
export const decodeGuessed = (bytes: Uint8Array): DecodedText | null => {
  const marked = pickDecoder(bytes)
  if (marked.encoding !== 'utf-8') return { text: marked.decode(bytes), encoding: marked.encoding }
  for (const encoding of guesses) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding }
    } catch {
      // Not that one: the next is tried.
    }
  }
  return null
}
