/** Splits a text at its first six-digit code, so that the code can be highlighted. */
export const codeAtOnce = (text: string): [before: string, code: string, after: string] => {
  const found = /(?<!\d)\d{6}(?!\d)/.exec(text)
  return found
    ? [text.slice(0, found.index), found[0], text.slice(found.index + 6)]
    : [text, '', '']
}
