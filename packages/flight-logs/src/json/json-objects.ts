import { LIMITS } from '../flight-log.ts'

/** Blanks, and the marks of lists. */
const BETWEEN = new Set(' \t\r\n,[]')

/**
 * The objects of a JSON text that arrives in pieces: one a line, the elements of an array, one
 * after the other, or the elements of the list of a key. Each is parsed separately, so that memory
 * is bounded by one object, and a damaged one affects only itself.
 */
export class JsonObjects {
  readonly #onObject: (value: unknown) => void
  readonly #onBad: (text: string) => void
  #text = ''
  /** Pieces after `#text` that are not searched yet: collected while one object is incomplete. */
  #waiting: string[] = []
  #waitingLength = 0
  #enoughLength = 0
  /** Start of the current object in `#text`, -1 between objects; and the position of the search. */
  #start = -1
  #at = 0
  #depth = 0
  #inString = false
  /** One object per line was detected: a line break then ends any open object. */
  #byLine = false
  #lineBreakInside = false
  /** Position up to which the text between objects was checked. */
  #looked = 0
  bad = 0
  /** Characters between objects where JSON allows none. */
  skipped = 0
  tooLarge = false
  /** Characters concatenated so far: the cost of a text in pieces. */
  copied = 0

  /** `onBad` receives text that looked like an object and could not be parsed. */
  constructor(onObject: (value: unknown) => void, onBad: (text: string) => void = () => undefined) {
    this.#onObject = onObject
    this.#onBad = onBad
  }

  push(piece: string): void {
    this.#waiting.push(piece)
    this.#waitingLength += piece.length
    if (this.#waitingLength >= this.#enoughLength) this.#read()
  }

  #read(): void {
    this.copied += this.#text.length + this.#waitingLength
    this.#text = this.#text.slice(this.#start < 0 ? this.#at : this.#start) + this.#waiting.join('')
    this.#waiting = []
    this.#waitingLength = 0
    this.#at = this.#start < 0 ? 0 : this.#at - this.#start
    if (this.#start > 0) this.#start = 0
    this.#looked = 0
    this.#scan()
    if (this.#text.length > LIMITS.documentBytes) {
      this.tooLarge = true
      this.#text = ''
      this.#start = -1
      this.#at = 0
    }
    // Otherwise an incomplete object would be copied with every piece of it.
    this.#enoughLength = this.#start < 0 ? 0 : this.#text.length - this.#start
  }

  /** Returns the beginning of an unfinished object; empty if the text ends between objects. */
  finish(): string {
    this.#read()
    return this.#start < 0 ? '' : this.#text.slice(this.#start)
  }

  #scan(): void {
    const mark = /["\\{}\n]/g
    for (;;) {
      mark.lastIndex = this.#at
      const match = mark.exec(this.#text)
      if (match === null) {
        if (this.#start < 0) this.#gap(this.#text.length)
        this.#at = this.#text.length
        return
      }
      this.#at = match.index + 1
      switch (match[0]) {
        case '\\':
          // what follows is escaped; a piece may end here
          if (this.#inString) this.#at++
          break
        case '"':
          if (this.#start >= 0) this.#inString = !this.#inString
          break
        case '\n':
          this.#lineBreak(match.index)
          break
        case '{':
          this.#opened(match.index)
          break
        default:
          this.#closed(match.index)
      }
    }
  }

  #opened(index: number): void {
    if (this.#inString) return
    if (this.#start < 0) {
      this.#gap(index)
      this.#start = index
    }
    this.#depth++
  }

  #gap(to: number): void {
    for (let i = this.#looked; i < to; i++) if (!BETWEEN.has(this.#text[i]!)) this.skipped++
    this.#looked = to
  }

  #closed(index: number): void {
    if (this.#inString || this.#start < 0) return
    if (--this.#depth > 0) return
    this.#parse(this.#text.slice(this.#start, index + 1))
    const follows = this.#text[index + 1]
    this.#looked = index + 1
    if (!this.#lineBreakInside && (follows === '\n' || follows === '\r')) this.#byLine = true
    this.#between()
  }

  /**
   * JSON strings contain no line breaks: an object with one inside a string is damaged up to here.
   */
  #lineBreak(index: number): void {
    if (this.#start >= 0) this.#lineBreakInside = true
    if (!this.#inString && !(this.#byLine && this.#start >= 0)) return
    this.bad++
    this.#onBad(this.#text.slice(this.#start, index))
    this.#looked = index
    this.#between()
    this.#at = index + 1
  }

  #between(): void {
    this.#start = -1
    this.#depth = 0
    this.#inString = false
    this.#lineBreakInside = false
  }

  #parse(text: string): void {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // a flipped byte: counted, and the next object is tried
      this.bad++
      this.#onBad(text)
      return
    }
    this.#onObject(value)
  }
}
