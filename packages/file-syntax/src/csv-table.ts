export type CsvLimits = {
  /** The head included. */ readonly rows: number
  readonly columns: number
  /** Of a cell. */ readonly letters: number
}
export type CsvMistake = 'unreadable' | 'too_long'

/** Comma, semicolon or tab: the most frequent one in the first line. */
const detectSeparator = (text: string): string => {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  return [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length)[0]!
}

/** The rows of a CSV in the format of spreadsheets (RFC 4180); empty ones are left out. */
export const parseCsv = (
  text: string,
  { rows: rowsAtMost, columns, letters }: CsvLimits,
): { rows: string[][] } | { mistake: CsvMistake } => {
  if (text.includes('\0')) return { mistake: 'unreadable' }
  const separator = detectSeparator(text)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const keep = (): boolean => {
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
    return rows.length <= rowsAtMost
  }
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ;) {
        const end = text.indexOf('"', at)
        if (end < 0) return { mistake: 'unreadable' }
        cell += text.slice(at, end)
        if (cell.length > letters) return { mistake: 'unreadable' }
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
        at++
      }
    }
    let end = at
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r')
      end++
    cell += text.slice(at, end)
    at = end
    if (cell.length > letters || row.length >= columns) return { mistake: 'unreadable' }
    row.push(cell.trim())
    if (text[at] === separator) {
      at++
      if (at === text.length) row.push('')
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    if (!keep()) return { mistake: 'too_long' }
  }
  return keep() ? { rows } : { mistake: 'too_long' }
}
