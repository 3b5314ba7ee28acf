import { LIMITS } from '../flight-log.ts'

/**
 * The objects of a JSON text that comes in pieces: one a line, the elements of an array, one after the other, or the elements of
 * the list behind a key. Each is parsed alone, so that memory is bounded by one object, and a damaged one costs itself only.
 */
export class JsonObjects {
  readonly #onObject: (value: unknown) => void
  #text = ''
  /** Where the current object begins in `#text`, -1 between objects; where the search stands. */
  #start = -1
  #at = 0
  #depth = 0
  #inString = false
  bad = 0
  tooLarge = false

  constructor(onObject: (value: unknown) => void) {
    this.#onObject = onObject
  }

  push(piece: string): void {
    this.#text = this.#text.slice(this.#start < 0 ? this.#at : this.#start) + piece
    this.#at = this.#start < 0 ? 0 : this.#at - this.#start
    if (this.#start > 0) this.#start = 0
    this.#scan()
    if (this.#text.length > LIMITS.documentBytes) {
      this.tooLarge = true
      this.#text = ''
      this.#start = -1
      this.#at = 0
    }
  }

  /** The beginning of an object that the text does not finish; empty when it ends between objects. */
  finish(): string {
    return this.#start < 0 ? '' : this.#text.slice(this.#start)
  }

  #scan(): void {
    const mark = /["\\{}\n]/g
    for (;;) {
      mark.lastIndex = this.#at
      const match = mark.exec(this.#text)
      if (match === null) {
        this.#at = this.#text.length
        return
      }
      this.#at = match.index + 1
      switch (match[0]) {
        case '\\':
          // what follows is escaped; a piece may end here
          if (this.#inString) this.#at++
          break
        case '"': if (this.#start >= 0) this.#inString = !this.#inString; break
        case '\n': this.#lineBreak(match.index); break
        case '{': this.#opened(match.index); break
        default: this.#closed(match.index)
      }
    }
  }

  #opened(index: number): void {
    if (this.#inString) return
    if (this.#start < 0) this.#start = index
    this.#depth++
  }

  #closed(index: number): void {
    if (this.#inString || this.#start < 0) return
    if (--this.#depth > 0) return
    this.#parse(this.#text.slice(this.#start, index + 1))
    this.#between()
  }

  /** No string of JSON holds a line break: one inside an object that has not closed its string is damaged up to here. */
  #lineBreak(index: number): void {
    if (!this.#inString) return
    this.bad++
    this.#between()
    this.#at = index + 1
  }

  #between(): void {
    this.#start = -1
    this.#depth = 0
    this.#inString = false
  }

  #parse(text: string): void {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // a flipped byte: counted, and the next object is tried
      this.bad++
      return
    }
    this.#onObject(value)
  }
}
