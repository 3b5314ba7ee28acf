import { decodeEntities } from './xml-entities.ts'

export type XmlEvents = {
  /** Local name without its prefix, and attributes likewise. */
  open(name: string, attributes: ReadonlyMap<string, string>): void
  /** With the text directly inside, its children's left out. */
  close(name: string, text: string): void
}

/** Against files that were made to cost. */
const LIMITS = { depth: 1_000, textCharacters: 16_777_216, attributes: 256 } as const

export type XmlProblem = 'entities_refused' | 'too_deep' | 'too_large'

/**
 * Elements of an XML text that comes in pieces. Only what GPX, KML and TASKDATA need, and nothing that
 * reaches outside or grows: a document type is stepped over unread, entities beyond the five of XML
 * itself and character numbers stay as they are written, so neither a "billion laughs" nor an
 * external entity does anything. A text cut off or damaged gives the elements before and after.
 */
export class XmlScanner {
  readonly #events: XmlEvents
  readonly #problem: (problem: XmlProblem) => void
  #text = ''
  #stopped = false
  readonly #open: { name: string; text: string }[] = []
  /** How many of each name are open, so that a stray closing tag costs no search. */
  readonly #openNames = new Map<string, number>()
  mismatches = 0

  constructor(events: XmlEvents, problem: (problem: XmlProblem) => void) {
    this.#events = events
    this.#problem = problem
  }

  push(piece: string): void {
    if (this.#stopped) return
    this.#text = this.#text === '' ? piece : this.#text + piece
    let at = 0
    while (!this.#stopped) {
      const next = this.#token(at)
      if (next < 0) break
      at = next
    }
    this.#text = this.#text.slice(at)
    if (this.#text.length > LIMITS.textCharacters) this.#stop('too_large')
  }

  /** Whether the text ended in the middle of something. */
  finish(): boolean {
    return this.#stopped || this.#open.length > 0 || this.#text.trim() !== ''
  }

  #stop(problem: XmlProblem): void {
    this.#problem(problem)
    this.#stopped = true
    this.#text = ''
  }

  /** The index behind the token at `at`; -1 while it is not whole. */
  #token(at: number): number {
    const text = this.#text
    const tag = text.indexOf('<', at)
    if (tag !== at) {
      const end = tag < 0 ? text.length : tag
      if (end === at) return -1
      // an entity may be cut at the end of a piece
      const entity = tag < 0 ? text.lastIndexOf('&') : -1
      const whole = entity > at && end - entity < 12 ? entity : end
      this.#characters(text.slice(at, whole))
      return whole === end || whole > at ? whole : -1
    }
    if (text.startsWith('<!--', at)) return this.#until('-->', at + 4)
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at)
      if (end < 0) return -1
      this.#raw(text.slice(at + 9, end))
      return end + 3
    }
    if (text.length - at < 9 && text.startsWith('<!', at)) return -1
    if (text.startsWith('<!', at))
      return this.#open.length === 0 ? this.#documentType(at) : this.#broken(at + 2)
    if (text.startsWith('<?', at)) return this.#instruction(at)
    return this.#tag(at)
  }

  #until(mark: string, from: number): number {
    const end = this.#text.indexOf(mark, from)
    return end < 0 ? -1 : end + mark.length
  }

  /** One that runs into a tag was never closed: damage. */
  #instruction(at: number): number {
    const end = this.#until('?>', at + 2)
    const tag = this.#text.indexOf('<', at + 1)
    return tag >= 0 && (end < 0 || tag < end) ? this.#broken(tag) : end
  }

  /** Stepped over with all its declarations, which are in brackets. */
  #documentType(at: number): number {
    const close = this.#text.indexOf('>', at)
    if (close < 0) return -1
    const bracket = this.#text.indexOf('[', at)
    if (bracket < 0 || bracket > close) return close + 1
    const match = /\]\s*>/g
    match.lastIndex = bracket
    const end = match.exec(this.#text)
    if (end === null) return -1
    this.#problem('entities_refused')
    return end.index + end[0].length
  }

  #tag(at: number): number {
    const text = this.#text
    let end = at + 1
    for (let quote = ''; ; end++) {
      const character = text[end]
      if (character === undefined) return -1
      if (quote !== '') {
        if (character === quote) quote = ''
        else if (character === '<') return this.#broken(end)
      } else if (character === '"' || character === "'") quote = character
      else if (character === '>') break
      else if (character === '<') return this.#broken(end)
    }
    if (text[at + 1] === '/') this.#closeTag(localName(text.slice(at + 2, end).trim()))
    else {
      const selfClosing = text[end - 1] === '/'
      const before = this.#open.length
      this.#openTag(text.slice(at + 1, selfClosing ? end - 1 : end))
      if (selfClosing && this.#open.length > before) this.#closeTop()
    }
    return end + 1
  }

  #broken(at: number): number {
    this.mismatches++
    return at
  }

  #openTag(inside: string): void {
    if (this.#open.length >= LIMITS.depth) return this.#stop('too_deep')
    const match = /^[\p{L}_][\p{L}\p{N}_.:-]*(?=[\s/]|$)/u.exec(inside)
    if (match === null) {
      this.mismatches++
      return
    }
    const name = localName(match[0])
    const attributes = new Map<string, string>()
    if (match[0].length < inside.length) {
      for (const [, key, double, single] of inside
        .slice(match[0].length)
        .matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
        if (attributes.size >= LIMITS.attributes) break
        attributes.set(localName(key!), this.#decoded(double ?? single ?? ''))
      }
    }
    this.#open.push({ name, text: '' })
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1)
    this.#events.open(name, attributes)
  }

  #closeTag(name: string): void {
    if ((this.#openNames.get(name) ?? 0) === 0) {
      this.mismatches++
      return
    }
    let depth = this.#open.length - 1
    while (this.#open[depth]!.name !== name) depth--
    if (depth < this.#open.length - 1) this.mismatches++
    while (this.#open.length > depth) this.#closeTop()
  }

  #closeTop(): void {
    const { name, text } = this.#open.pop()!
    const others = this.#openNames.get(name)! - 1
    if (others === 0) this.#openNames.delete(name)
    else this.#openNames.set(name, others)
    this.#events.close(name, text)
  }

  #characters(text: string): void {
    this.#raw(this.#decoded(text))
  }

  #raw(text: string): void {
    const top = this.#open.at(-1)
    if (top === undefined) return
    top.text += text
    if (top.text.length > LIMITS.textCharacters) this.#stop('too_large')
  }

  #decoded(text: string): string {
    return decodeEntities(text, () => this.#problem('entities_refused'))
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
