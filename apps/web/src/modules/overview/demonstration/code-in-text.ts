/**
 * What stands before the first six digits, the digits, and what follows them; they are what one
 * looks for.
 */
export const codeAtOnce = (text: string): [before: string, code: string, after: string] => {
  const found = /(?<!\d)\d{6}(?!\d)/.exec(text)
  return found
    ? [text.slice(0, found.index), found[0], text.slice(found.index + 6)]
    : [text, '', '']
}
