import { pickDecoder } from '@swath/file-syntax/text-decoder'
import type { Decoder } from '@swath/file-syntax/text-decoder'
import { LIMITS } from '../flight-log.ts'

/**
 * Lines of a text that arrives in pieces. None of these logs has quoted line breaks: a row is a
 * line.
 */
export class TextLines {
  #decoder: Decoder | null = null
  #rest = ''
  /** Inside a line that is longer than any row can be. */
  #dropping = false
  tooLong = 0

  /** Returns the complete lines so far. */
  push(bytes: Uint8Array): string[] {
    this.#decoder ??= pickDecoder(bytes)
    return this.#lines(this.#decoder.decode(bytes, { stream: true }))
  }

  /** Text after the last line break. */
  finish(): string {
    const rest = this.#rest + (this.#decoder?.decode() ?? '')
    this.#rest = ''
    return this.#dropping ? '' : rest
  }

  #lines(text: string): string[] {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop()!
    if (this.#dropping && lines.length > 0) {
      lines.shift()
      this.#dropping = false
    }
    if (this.#rest.length > LIMITS.lineCharacters) {
      if (!this.#dropping) this.tooLong++
      this.#dropping = true
      this.#rest = ''
    }
    return lines
  }
}

/** The cells of a row, quotes as in RFC 4180; an unclosed quote reaches to the end of its line. */
export function splitCells(line: string, delimiter: string): string[] {
  const row = line.endsWith('\r') ? line.slice(0, -1) : line
  if (!row.includes('"')) return row.split(delimiter)
  const cells: string[] = []
  for (let at = 0; at <= row.length;) {
    if (row[at] !== '"') {
      const end = row.indexOf(delimiter, at)
      cells.push(end < 0 ? row.slice(at) : row.slice(at, end))
      at = end < 0 ? row.length + 1 : end + 1
      continue
    }
    let cell = ''
    let from = at + 1
    for (;;) {
      const quote = row.indexOf('"', from)
      cell += quote < 0 ? row.slice(from) : row.slice(from, quote)
      if (quote < 0) return [...cells, cell]
      if (row[quote + 1] !== '"') {
        const end = row.indexOf(delimiter, quote)
        at = end < 0 ? row.length + 1 : end + 1
        break
      }
      cell += '"'
      from = quote + 2
    }
    cells.push(cell)
  }
  return cells
}

export function detectDelimiter(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length
  return count(';') > count(',') ? ';' : count('\t') > count(',') ? '\t' : ','
}
