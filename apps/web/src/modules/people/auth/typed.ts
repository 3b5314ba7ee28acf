// Normalises typed and pasted text: "123 456" from a message, full-width digits, numbers with a
// country code.

/** Keeps only digits, at most this many. */
export const pickDigits = (typed: string, most: number): string =>
  typed.normalize('NFKC').replace(/\D/g, '').slice(0, most)

/** An 11-digit phone number in China, often pasted with +86 or 0086. */
export const parseChinaPhone = (typed: string): string =>
  pickDigits(typed.normalize('NFKC').replace(/^\s*(\+|00)\s*86/, ''), 11)

/**
 * A phone number or an e-mail address as typed. A country code before the number is moved to the
 * country choice.
 */
export const parseName = (
  typed: string,
  countryCodes: readonly string[],
): { name: string; countryCode?: string } => {
  const text = typed.normalize('NFKC').replace(/\s/g, '')
  const countryCode = text.startsWith('+')
    ? countryCodes.find((code) => text.startsWith(code))
    : undefined
  if (countryCode === undefined) return { name: text }
  return { name: text.slice(countryCode.length).replace(/[().-]/g, ''), countryCode }
}

/** Removes separators from a number; called on blur. */
export const tidyName = (name: string): string =>
  /^[\d().-]+$/.test(name) ? name.replace(/\D/g, '') : name
