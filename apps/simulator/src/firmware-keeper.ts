// How a drone updates its firmware (docs/device-protocol.md, "Firmware"): it receives an offer on
// the ground, downloads the file in parts, verifies it, installs it on the ground, and reports
// progress.
import {
  headerBytes,
  measureContainer,
  readContainerHeader,
} from '@swath/domain/firmware-container'

type Offer = {
  readonly offer: string
  readonly version: string
  readonly bytes: number
  readonly path: string
}
type Word =
  | ({ readonly type: 'offer' } & Offer)
  | { readonly type: 'withdraw'; readonly offer: string }

type Options = {
  readonly droneId: string
  /** Installed at the start: the factory version, or that of the last run. */
  readonly version: string
  readonly say: (word: object) => void
  /** The file's bytes from an offset, as many as the link delivers. */
  readonly fetch: (path: string, offset: number) => Promise<Uint8Array>
  readonly nowMs: () => number
  /** Saves the version across restarts; the drone reports it at its next connection. */
  readonly onInstalled: (version: string) => void
}

/** Time for the installation and the first start. */
const INSTALL_MS = 6_000
/** Delay before a broken download is retried. */
const AGAIN_MS = 5_000

/** Of ten drones, this many fail to start a build whose version contains "bad". */
const BAD_OF_TEN = 3
const isBadHere = (version: string, droneId: string): boolean =>
  /bad/i.test(version) &&
  Array.from(droneId).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 10 < BAD_OF_TEN

export class FirmwareKeeper {
  readonly #options: Options
  #version: string
  #offer: Offer | null = null
  #parts: Uint8Array[] = []
  #bytes = 0
  #isLoading = false
  #againMs = 0
  /** When the installation ends; null until the file is complete. */
  #installsMs: number | null = null

  constructor(options: Options) {
    this.#options = options
    this.#version = options.version
  }

  get version(): string {
    return this.#version
  }

  hear(payload: Buffer): void {
    const word = JSON.parse(payload.toString()) as Word
    if (word.type === 'withdraw') {
      if (this.#offer?.offer === word.offer) this.#forget()
      return
    }
    // The same offer again: the download continues.
    if (this.#offer?.offer === word.offer) return
    this.#forget()
    this.#offer = word
  }

  /** Called about once a second. */
  tick(isOnGround: boolean): void {
    const nowMs = this.#options.nowMs()
    if (this.#offer === null) return
    if (this.#installsMs === null) {
      if (!this.#isLoading && nowMs >= this.#againMs) void this.#load(this.#offer)
      return
    }
    // Never in the air: the installation time starts at the landing.
    if (!isOnGround) this.#installsMs = nowMs + INSTALL_MS
    else if (nowMs >= this.#installsMs) this.#install(this.#offer)
  }

  async #load(offer: Offer): Promise<void> {
    this.#isLoading = true
    try {
      const part = await this.#options.fetch(offer.path, this.#bytes)
      if (this.#offer !== offer) return
      this.#parts.push(part)
      this.#bytes += part.length
      if (this.#bytes < offer.bytes) {
        this.#say(offer, { type: 'downloading', bytes: this.#bytes })
        this.#againMs = part.length === 0 ? this.#options.nowMs() + AGAIN_MS : 0
      } else this.#check(offer)
    } catch {
      // The link broke, or the server no longer serves the file: try again until the offer is
      // withdrawn.
      this.#againMs = this.#options.nowMs() + AGAIN_MS
    } finally {
      this.#isLoading = false
    }
  }

  #check(offer: Offer): void {
    const head = Buffer.concat(this.#parts).subarray(0, headerBytes)
    const header = readContainerHeader(head)
    const isRight =
      typeof header !== 'string' &&
      header.version === offer.version &&
      measureContainer(header) === this.#bytes
    if (!isRight)
      return this.#end(offer, { type: 'failed', reason: 'file is not what was offered' })
    this.#parts = []
    this.#installsMs = this.#options.nowMs() + INSTALL_MS
    this.#say(offer, { type: 'verified' })
  }

  #install(offer: Offer): void {
    if (isBadHere(offer.version, this.#options.droneId))
      return this.#end(offer, {
        type: 'failed',
        reason: 'IMU does not start, previous build is back',
      })
    this.#version = offer.version
    this.#options.onInstalled(offer.version)
    this.#end(offer, { type: 'installed' })
  }

  #end(offer: Offer, word: object): void {
    this.#say(offer, word)
    this.#forget()
  }

  #say({ offer }: Offer, word: object): void {
    this.#options.say({ ...word, offer })
  }

  #forget(): void {
    this.#offer = null
    this.#parts = []
    this.#bytes = 0
    this.#againMs = 0
    this.#installsMs = null
  }
}
