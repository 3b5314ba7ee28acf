// Whole numbers as LEB128 varints, and zigzag where they may be negative.
/** Grows as it is written. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity)
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    grown.set(this.#bytes)
    this.#bytes = grown
  }

  byte(value: number): void {
    this.#room(1)
    this.#bytes[this.#length++] = value
  }

  bytes(values: Uint8Array): void {
    this.#room(values.length)
    this.#bytes.set(values, this.#length)
    this.#length += values.length
  }

  /** Up to 2^53: by division, because shifts are 32 bits wide. */
  varint(value: number): void {
    this.#room(8)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  zigzag(value: number): void {
    this.varint(value >= 0 ? value * 2 : -value * 2 - 1)
  }

  taken(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

/** Reads what `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at: number
  /** Set once something was read past the end; everything read from then on is 0. */
  cutShort = false

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  skipVarints(count: number): void {
    const bytes = this.#bytes
    let at = this.#at
    let left = count
    for (; left > 0 && at < bytes.length; at++) if (bytes[at]! < 128) left--
    this.#at = at
    if (left > 0) this.cutShort = true
  }

  byte(): number {
    const value = this.#bytes[this.#at++]
    if (value !== undefined) return value
    this.cutShort = true
    return 0
  }

  bytes(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) this.cutShort = true
    const part = this.#bytes.subarray(this.#at, this.#at + count)
    this.#at += count
    return part
  }

  varint(): number {
    let value = 0
    let factor = 1
    for (let i = 0; i < 8; i++) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) break
      factor *= 128
    }
    return value
  }

  zigzag(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}
