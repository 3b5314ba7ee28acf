/**
 * Text for between tags and inside double quotes. Characters that XML 1.0 forbids are left out: no
 * escape makes them legal.
 */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"'\r\n\t]/g, (character) => ESCAPES[character]!)
  )
}

/** Line breaks too: a reader of attributes turns them into blanks otherwise. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** ` name="value"` for each value that is present. */
export function xmlAttributes(
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join('')
}
