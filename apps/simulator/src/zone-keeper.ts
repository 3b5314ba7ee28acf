// How a drone keeps the zones around it (docs/device-protocol.md, "Zones"): it requests them,
// reports which version it has, and requests them again when they change or when it has moved away.
import { createHash } from 'node:crypto'
import { metresPerDegLat, metresPerDegLng, type LngLat } from '@swath/domain/lng-lat'

export type KeptZone = { readonly id: string; readonly n: number }

type Word =
  | {
      readonly type: 'page'
      readonly version: string
      readonly page: number
      readonly pages: number
      /** West, south, east, north. */
      readonly bounds: readonly [number, number, number, number]
      readonly zones: readonly KeptZone[]
    }
  | { readonly type: 'same' | 'news'; readonly version: string }

type Kept = {
  readonly version: string
  readonly hash: string
  readonly bounds: readonly [number, number, number, number]
}

type Options = { readonly say: (word: object) => void; readonly nowMs: () => number }

/** Closer than this to the edge of the known area, it requests the area around its position. */
const RIM_M = 5_000
/** Delay before an unanswered request is repeated. */
const PATIENCE_MS = 30_000
const DAY_MS = 86_400_000

const hashOf = (zones: readonly KeptZone[]): string =>
  createHash('sha256')
    .update(zones.map(({ id, n }) => `${id}:${n}`).join('\n'))
    .digest('hex')
    .slice(0, 32)

const isWellWithin = ([west, south, east, north]: Kept['bounds'], [lng, lat]: LngLat): boolean => {
  const [rimLng, rimLat] = [RIM_M / metresPerDegLng(lat), RIM_M / metresPerDegLat(lat)]
  return lng > west + rimLng && lng < east - rimLng && lat > south + rimLat && lat < north - rimLat
}

export class ZoneKeeper {
  readonly #options: Options
  #kept: Kept | null = null
  #pages: (Word & { type: 'page' })[] = []
  #isWanted = true
  #askedMs = -Infinity
  #keptMs = -Infinity

  constructor(options: Options) {
    this.#options = options
  }

  get version(): string | null {
    return this.#kept?.version ?? null
  }

  /** Zones are requested at each connection, because changes in between were not reported. */
  connected(): void {
    this.#isWanted = true
    this.#askedMs = -Infinity
  }

  /** Called about once a second. */
  tick(at: LngLat): void {
    const nowMs = this.#options.nowMs()
    if (nowMs - this.#keptMs > DAY_MS) this.#isWanted = true
    if (this.#kept !== null && !isWellWithin(this.#kept.bounds, at)) this.#isWanted = true
    if (this.#isWanted && nowMs - this.#askedMs > PATIENCE_MS) this.#ask(at, 0)
  }

  hear(payload: Buffer, at: LngLat): void {
    const word = JSON.parse(payload.toString()) as Word
    if (word.type === 'page') return this.#take(word, at)
    if (word.type === 'same') return this.#hold()
    this.#isWanted = true
    this.#ask(at, 0)
  }

  #ask(at: LngLat, page: number): void {
    this.#askedMs = this.#options.nowMs()
    if (page === 0) this.#pages = []
    this.#options.say({
      type: 'ask',
      at,
      ...(page > 0 ? { page } : {}),
      ...(page === 0 && this.#kept !== null ? { have: this.#kept.version } : {}),
    })
  }

  #take(word: Word & { type: 'page' }, at: LngLat): void {
    // A page of another version, or an unexpected one: start again.
    if (word.page !== this.#pages.length) return
    if (this.#pages[0] !== undefined && this.#pages[0].version !== word.version)
      return this.#ask(at, 0)
    this.#pages.push(word)
    if (this.#pages.length < word.pages) return this.#ask(at, this.#pages.length)
    const zones = this.#pages.flatMap((page) => page.zones)
    this.#kept = { version: word.version, hash: hashOf(zones), bounds: word.bounds }
    this.#hold()
  }

  #hold(): void {
    if (this.#kept === null) return
    this.#isWanted = false
    this.#pages = []
    this.#keptMs = this.#options.nowMs()
    this.#options.say({ type: 'hold', version: this.#kept.version, hash: this.#kept.hash })
  }
}
