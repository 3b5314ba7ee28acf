/** The text before the first six-digit code, the code itself, and the text after it. */
export const codeAtOnce = (text: string): [before: string, code: string, after: string] => {
  const found = /(?<!\d)\d{6}(?!\d)/.exec(text)
  return found
    ? [text.slice(0, found.index), found[0], text.slice(found.index + 6)]
    : [text, '', '']
}
