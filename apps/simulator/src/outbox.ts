import type * as mqtt from 'mqtt-packet'

type Waiting = {
  readonly topic: string
  readonly payload: Buffer
  sentAtMs: number
  readonly done: () => void
}

/** Messages at QoS 1, in their order, each kept until its PUBACK. */
export class Outbox {
  readonly #window: number
  readonly #write: (packet: mqtt.Packet) => void
  #isOpen = false
  #nextId = 1
  readonly #inFlight = new Map<number, Waiting>()
  readonly #queue: Waiting[] = []

  /** `window`: messages that may wait for their acknowledgement at once. */
  constructor(window: number, write: (packet: mqtt.Packet) => void) {
    this.#window = window
    this.#write = write
  }

  get size(): number {
    return this.#queue.length + this.#inFlight.size
  }

  /** Resolves at the PUBACK. */
  put(topic: string, payload: Buffer): Promise<void> {
    return new Promise((done) => {
      this.#queue.push({ topic, payload, sentAtMs: 0, done })
      this.#pump()
    })
  }

  /** Connected: resends unacknowledged messages, then sends the waiting ones. */
  open(): void {
    this.#isOpen = true
    for (const [messageId, waiting] of this.#inFlight) this.#send(messageId, waiting, true)
    this.#pump()
  }

  /** Disconnected: messages wait for the next connection. */
  hold(): void {
    this.#isOpen = false
  }

  acknowledge(messageId: number, tell?: (waitedMs: number) => void): void {
    const waiting = this.#inFlight.get(messageId)
    if (waiting === undefined) return
    this.#inFlight.delete(messageId)
    tell?.(performance.now() - waiting.sentAtMs)
    waiting.done()
    this.#pump()
  }

  #pump(): void {
    while (this.#isOpen && this.#inFlight.size < this.#window) {
      const waiting = this.#queue.shift()
      if (waiting === undefined) return
      const messageId = this.#nextId
      this.#nextId = (this.#nextId % 65_534) + 1
      this.#inFlight.set(messageId, waiting)
      this.#send(messageId, waiting, false)
    }
  }

  #send(messageId: number, waiting: Waiting, dup: boolean): void {
    waiting.sentAtMs = performance.now()
    this.#write({
      cmd: 'publish',
      topic: waiting.topic,
      payload: waiting.payload,
      qos: 1,
      dup,
      retain: false,
      messageId,
    })
  }
}
