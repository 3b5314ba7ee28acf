const PREDEFINED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Decodes the five entities of XML itself and character numbers; others do not change. */
export function decodeEntities(text: string, onRefused: () => void): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]\w{0,30});/gi, (whole, name: string) => {
    if (name.startsWith('#')) {
      const code =
        name[1]!.toLowerCase() === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    }
    const known = PREDEFINED[name]
    if (known === undefined) onRefused()
    return known ?? whole
  })
}
