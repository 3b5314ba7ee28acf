import { decodeEntities } from './xml-entities.ts'

export type XmlEvents = {
  /** Local name without its prefix, and attributes likewise. */
  open(name: string, attributes: ReadonlyMap<string, string>): void
  /** With the text directly inside it, without that of its children. */
  close(name: string, text: string): void
}

/** Limits against files crafted to be slow. */
const LIMITS = {
  depth: 1_000,
  textCharacters: 16_777_216,
  attributes: 256,
  nameCharacters: 256,
} as const
const NAME = new RegExp(
  `^[\\p{L}_][\\p{L}\\p{N}_.:-]{0,${LIMITS.nameCharacters - 1}}(?=[\\s/]|$)`,
  'u',
)

export type XmlProblem = 'entities_refused' | 'too_deep' | 'too_large'

/**
 * Elements of an XML text that arrives in pieces. Supports only what GPX, KML and TASKDATA need,
 * and nothing that reads other files or expands: a document type is skipped unread, and entities
 * other than the five of XML and character numbers stay as they are written, so neither a "billion
 * laughs" nor an external entity does anything. Of a truncated or damaged text the elements before
 * and after are returned.
 *
 * Every character is read a few times at most, in any text: a search ends at the next tag where it
 * can, and an incomplete token is only read again when there is twice as much.
 */
export class XmlScanner {
  readonly #events: XmlEvents
  readonly #problem: (problem: XmlProblem) => void
  #text = ''
  /** Pieces after `#text` that are not scanned yet. */
  #waiting: string[] = []
  #waitingLength = 0
  #enoughLength = 0
  #stopped = false
  readonly #open: { name: string; text: string }[] = []
  /** Number of open elements by name, so that a stray closing tag costs no search. */
  readonly #openNames = new Map<string, number>()
  mismatches = 0
  /** Characters searched so far: the cost of a text, without a clock. */
  searched = 0

  constructor(events: XmlEvents, problem: (problem: XmlProblem) => void) {
    this.#events = events
    this.#problem = problem
  }

  push(piece: string): void {
    if (this.#stopped) return
    this.#waiting.push(piece)
    this.#waitingLength += piece.length
    if (this.#text.length + this.#waitingLength >= this.#enoughLength) this.#read()
  }

  /** Whether the text ended in the middle of a token. */
  finish(): boolean {
    if (!this.#stopped) this.#read()
    return this.#stopped || this.#open.length > 0 || this.#text.trim() !== ''
  }

  #read(): void {
    this.#text += this.#waiting.join('')
    this.#waiting = []
    this.#waitingLength = 0
    let at = 0
    while (!this.#stopped) {
      const next = this.#token(at)
      if (next < 0) break
      at = next
    }
    this.#text = this.#text.slice(at)
    this.#enoughLength = 2 * this.#text.length
    if (this.#text.length > LIMITS.textCharacters) this.#stop('too_large')
  }

  #stop(problem: XmlProblem): void {
    this.#problem(problem)
    this.#stopped = true
    this.#text = ''
  }

  /** As `indexOf`, and counts the characters read. */
  #find(mark: string, from: number): number {
    const found = this.#text.indexOf(mark, from)
    this.searched += (found < 0 ? this.#text.length : found) - from + 1
    return found
  }

  /** The index after the token at `at`; -1 while it is incomplete. */
  #token(at: number): number {
    const text = this.#text
    const tag = this.#find('<', at)
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
      const end = this.#find(']]>', at)
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
    const end = this.#find(mark, from)
    return end < 0 ? -1 : end + mark.length
  }

  /** An instruction that runs into a tag was never closed: damage. */
  #instruction(at: number): number {
    const tag = this.#find('<', at + 1)
    const end = this.#text.slice(at, tag < 0 ? undefined : tag).indexOf('?>', 2)
    if (end >= 0) return at + end + 2
    return tag < 0 ? -1 : this.#broken(tag)
  }

  /** Skipped with all its declarations, which are in brackets. */
  #documentType(at: number): number {
    const close = this.#find('>', at)
    if (close < 0) return -1
    const bracket = this.#text.slice(at, close).indexOf('[')
    if (bracket < 0) return close + 1
    for (let end = at + bracket; ;) {
      end = this.#find(']', end)
      if (end < 0) return -1
      end++
      while (isBlank(this.#text[end])) end++
      if (this.#text[end] !== '>') continue
      this.#problem('entities_refused')
      return end + 1
    }
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
    this.searched += end - at
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
    const match = NAME.exec(inside.slice(0, LIMITS.nameCharacters + 1))
    if (match === null) {
      this.mismatches++
      return
    }
    const name = localName(match[0])
    const attributes = new Map<string, string>()
    for (const [key, value] of readAttributes(inside, match[0].length)) {
      if (attributes.size >= LIMITS.attributes) break
      attributes.set(localName(key), this.#decoded(value))
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

/** White space of XML (XML 1.0, production 3). */
const isBlank = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t'

/** Each `name="value"`, with anything in between; ends where a quote is not closed. */
function* readAttributes(inside: string, from: number): Generator<[name: string, value: string]> {
  let at = from
  const skipBlanks = (): void => {
    while (isBlank(inside[at])) at++
  }
  while (at < inside.length) {
    const start = at
    while (at < inside.length && inside[at] !== '=' && !isBlank(inside[at])) at++
    const name = inside.slice(start, at)
    skipBlanks()
    if (inside[at] !== '=') continue
    at++
    skipBlanks()
    const quote = inside[at]
    if (name === '' || (quote !== '"' && quote !== "'")) continue
    const end = inside.indexOf(quote, at + 1)
    if (end < 0) return
    yield [name, inside.slice(at + 1, end)]
    at = end + 1
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
