/**
 * Repeatable random numbers: the same seed makes the same flights on every machine (sfc32, seeded
 * by four FNV-1a hashes).
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: string) {
    this.#a = fnv1a(seed, 0x811c9dc5)
    this.#b = fnv1a(seed, 0x9e3779b9)
    this.#c = fnv1a(seed, 0x85ebca6b)
    for (let i = 0; i < 12; i++) this.unit()
  }

  /** 0 ≤ value < 1. */
  unit(): number {
    const t = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0
    return (t >>> 0) / 4_294_967_296
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit()
  }

  /** Whole number, both ends included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.unit() < probability
  }

  /** Standard normal (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit())
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.unit() * list.length)]!
  }

  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list]
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = Math.floor(this.unit() * (i + 1))
      const moved = shuffled[i]!
      shuffled[i] = shuffled[j]!
      shuffled[j] = moved
    }
    return shuffled
  }

  /** Returns `length` characters of 0-9a-z, like the boot names of firmware. */
  name(length: number): string {
    let name = ''
    while (name.length < length) name += Math.floor(this.unit() * 36).toString(36)
    return name
  }
}

function fnv1a(text: string, basis: number): number {
  let hash = basis
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}
