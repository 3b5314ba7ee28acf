// Adaptive binary range coding: a bit costs what its context made likely, down to 0.01 bits. All
// arithmetic is on whole numbers below 2^31, so that every machine writes the same bytes.
// A whole number is written as its length in bits, compared with the usual length of the two before
// it, then its sign and the bits below its highest one.
// Source: G. N. N. Martin, Range encoding, 1979; contexts and carries as in LZMA.

/** Magnitudes are below 2^52. */
const LONGEST = 52
const LENGTHS = LONGEST + 1
/** Usual lengths are distinguished up to this one. */
const LONGEST_USUAL = 15
/** Contexts: the sign, by the last one; whether a number is longer, by usual length and length. */
const SIGN = 0
const LONGER = SIGN + 2
const SECOND = LONGER + (LONGEST_USUAL + 1) * LENGTHS
const PRESENT = SECOND + LENGTHS
const CONTEXTS = PRESENT + 2

/** Bits that are written at once without a context: the range keeps 9 bits. */
const MOST_RAW = 14
/** Up to this length the second bit has a context, and the others are written at once. */
const SHORT = MOST_RAW + 2
const RENEW_BELOW = 2 ** 23
const BELOW_2_31 = 0x7fff_ffff

/** A context is its probability of 1 in 2^-16, and below it the number of bits seen so far. */
const SEEN_BITS = 5
const SEEN = 2 ** SEEN_BITS - 1
const EVEN = 32_768 << SEEN_BITS
/** A probability moves by about 1/(n + 1.5) of its error at its n-th bit, at last by 1/32. */
const PACES = Uint8Array.from({ length: 30 }, (_, n) => Math.round(Math.log2(n + 1.5)))

const learned = (context: number, bit: number): number => {
  const one = context >>> SEEN_BITS
  const seen = context & SEEN
  const next = one + (((bit === 1 ? 65_535 : 0) - one) >> PACES[seen]!)
  return (next << SEEN_BITS) | (seen < PACES.length - 1 ? seen + 1 : seen)
}

/** The part of the range that means 1: neither nothing nor all of it. */
const share = (context: number, range: number): number =>
  (range >>> 12) * (context >>> (SEEN_BITS + 4) || 1)

/** The same state in the writer and the reader. */
class Coder {
  protected readonly contexts = new Int32Array(CONTEXTS).fill(EVEN)
  protected range = BELOW_2_31
  protected usual = 0
  protected lastSign = 0
  #lastLength = 0

  protected reset(): void {
    this.contexts.fill(EVEN)
    this.range = BELOW_2_31
    this.usual = 0
    this.lastSign = 0
    this.#lastLength = 0
  }

  protected note(length: number): void {
    const mean = ((2 * length + this.#lastLength + 2) / 3) | 0
    this.usual = mean < LONGEST_USUAL ? mean : LONGEST_USUAL
    this.#lastLength = length
  }
}

const bitsOf = (magnitude: number): number =>
  magnitude <= BELOW_2_31
    ? 32 - Math.clz32(magnitude)
    : 63 - Math.clz32(Math.floor(magnitude / 2 ** 31))

/** For one sequence after another; `start` begins each. */
export class RangeWriter extends Coder {
  #bytes = new Uint8Array(1_024)
  #at = 0
  #low = 0

  start(): void {
    this.reset()
    this.#at = 0
    this.#low = 0
  }

  #bit(context: number, bit: number): void {
    const known = this.contexts[context]!
    const ofOne = share(known, this.range)
    if (bit === 1) this.range = ofOne
    else {
      this.range -= ofOne
      this.#raise(ofOne)
    }
    this.contexts[context] = learned(known, bit)
    while (this.range < RENEW_BELOW) this.#renew()
  }

  /** Whether a row has a value; `last`: whether the one before has. */
  present(bit: number, last: number): void {
    this.#bit(PRESENT + last, bit)
  }

  /** From index `from` on. */
  numbers(values: Float64Array, from: number): void {
    for (let i = from; i < values.length; i++) this.#number(values[i]!)
  }

  /** A whole number between -2^52 and 2^52. */
  #number(value: number): void {
    const magnitude = value < 0 ? -value : value
    const length = bitsOf(magnitude)
    const usual = this.usual
    const longer = LONGER + usual * LENGTHS
    if (length > usual) {
      for (let i = usual; i < length; i++) this.#bit(longer + i, 1)
      if (length < LONGEST) this.#bit(longer + length, 0)
    } else {
      for (let i = usual; i >= length; i--) this.#bit(longer + i, 0)
      if (length > 0) this.#bit(longer + length - 1, 1)
    }
    if (length > 0) {
      const sign = value < 0 ? 1 : 0
      this.#bit(SIGN + this.lastSign, sign)
      this.lastSign = sign
    }
    if (length > 1) {
      if (length > SHORT) this.#long(magnitude, length)
      else {
        this.#bit(SECOND + length, (magnitude >> (length - 2)) & 1)
        if (length > 2) this.#raw(magnitude & ((1 << (length - 2)) - 1), length - 2)
      }
    }
    this.note(length)
  }

  #long(magnitude: number, length: number): void {
    for (let left = length - 1; left > 0;) {
      const count = left < MOST_RAW ? left : MOST_RAW
      left -= count
      this.#raw(Math.floor(magnitude / 2 ** left) % 2 ** count, count)
    }
  }

  #raw(value: number, count: number): void {
    this.range >>>= count
    this.#raise(value * this.range)
    while (this.range < RENEW_BELOW) this.#renew()
  }

  #raise(by: number): void {
    this.#low = (this.#low + by) | 0
    if (this.#low < 0) this.#carry()
  }

  /** Beyond 2^31: one more in the bytes before. */
  #carry(): void {
    this.#low &= BELOW_2_31
    let at = this.#at - 1
    while (this.#bytes[at] === 255) this.#bytes[at--] = 0
    this.#bytes[at]!++
  }

  #renew(): void {
    if (this.#at === this.#bytes.length) {
      const grown = new Uint8Array(this.#at * 2)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#bytes[this.#at++] = this.#low >>> 23
    this.#low = (this.#low << 8) & BELOW_2_31
    this.range <<= 8
  }

  /** What was written since `start`, valid until the next one. The reader adds zeros to the end. */
  finish(): Uint8Array {
    // Of the numbers in the range the one that ends with the most zeros, which are left out
    let zeros = 30
    while (this.range < 2 ** zeros) zeros--
    const step = 2 ** zeros
    this.#raise((step - (this.#low & (step - 1))) & (step - 1))
    for (let i = 0; i < 4; i++) this.#renew()
    while (this.#at > 0 && this.#bytes[this.#at - 1] === 0) this.#at--
    return this.#bytes.subarray(0, this.#at)
  }
}

/** Any bytes give numbers, in bounded time: damage must be found otherwise. */
export class RangeReader extends Coder {
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #last = 0
  #code = 0

  start(bytes: Uint8Array): void {
    this.reset()
    this.#bytes = bytes
    this.#at = 0
    this.#last = 0
    this.#code = 0
    for (let i = 0; i < 4; i++) this.#take()
  }

  #bit(context: number): number {
    const known = this.contexts[context]!
    const ofOne = share(known, this.range)
    const bit = this.#code < ofOne ? 1 : 0
    if (bit === 1) this.range = ofOne
    else {
      this.range -= ofOne
      this.#code -= ofOne
    }
    this.contexts[context] = learned(known, bit)
    while (this.range < RENEW_BELOW) this.#renew()
    return bit
  }

  present(last: number): number {
    return this.#bit(PRESENT + last)
  }

  /** Fills the array from index `from` on. */
  numbers(values: Float64Array, from: number): void {
    for (let i = from; i < values.length; i++) values[i] = this.#number()
  }

  #number(): number {
    const usual = this.usual
    const longer = LONGER + usual * LENGTHS
    let length = usual
    // Upwards from the usual length until it is not longer, or else downwards until it is
    for (let from = usual, isUp = true; ;) {
      if (this.#bit(longer + from) === 1) {
        length = from + 1
        if (!isUp || length === LONGEST) break
        from++
      } else {
        length = from
        if ((isUp && from > usual) || from === 0) break
        isUp = false
        from--
      }
    }
    this.note(length)
    if (length === 0) return 0
    const sign = this.#bit(SIGN + this.lastSign)
    this.lastSign = sign
    let magnitude = 1
    if (length > SHORT) magnitude = this.#long(length)
    else if (length > 1) {
      magnitude = 2 + this.#bit(SECOND + length)
      if (length > 2) magnitude = (magnitude << (length - 2)) | this.#raw(length - 2)
    }
    return sign === 1 ? -magnitude : magnitude
  }

  #long(length: number): number {
    let magnitude = 1
    for (let left = length - 1; left > 0;) {
      const count = left < MOST_RAW ? left : MOST_RAW
      left -= count
      magnitude = magnitude * 2 ** count + this.#raw(count)
    }
    return magnitude
  }

  #raw(count: number): number {
    this.range >>>= count
    const value = Math.min((this.#code / this.range) | 0, 2 ** count - 1)
    this.#code -= value * this.range
    while (this.range < RENEW_BELOW) this.#renew()
    return value
  }

  #renew(): void {
    this.range <<= 8
    this.#take()
  }

  /** A byte later; the code has 31 bits, so that half a byte is always left over. */
  #take(): void {
    const next = this.#at < this.#bytes.length ? this.#bytes[this.#at++]! : 0
    this.#code = ((this.#code << 8) & BELOW_2_31) | ((this.#last << 7) & 255) | (next >> 1)
    this.#last = next
  }
}
