import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import * as mqtt from 'mqtt-packet'
import { Outbox } from './outbox.ts'

export type DoorSettings = {
  readonly url: string
  readonly droneId: string
  readonly secret: string
  /** Limit of messages waiting for their acknowledgement. */
  readonly window?: number
  readonly onAcknowledged?: (waitedMs: number) => void
  readonly onState?: (state: 'connected' | 'lost' | 'refused') => void
  /** Subscribes to commands. */
  readonly onCommand?: (payload: Buffer) => void
  /** Subscribes to firmware offers. */
  readonly onOffer?: (payload: Buffer) => void
  /** Subscribes to the zones around the drone. */
  readonly onZones?: (payload: Buffer) => void
}

const KEEP_ALIVE_S = 60
/** Not used by messages, whose identifiers are lower. */
const SUBSCRIPTION_ID = 65_535
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/**
 * A drone's MQTT 3.1.1 connection, implemented on packets: thousands of them fit into one process.
 * At QoS 1 a message is kept until its PUBACK and sent again after a reconnect, as the protocol
 * requires.
 */
export class Door {
  readonly #settings: DoorSettings
  readonly #address: URL
  #socket: Socket | null = null
  #parser = mqtt.parser({ protocolVersion: 4 })
  #connected = false
  #closed = false
  #retryMs = FIRST_RETRY_MS
  #retryTimer: NodeJS.Timeout | null = null
  #lastSentMs = 0
  readonly #outbox: Outbox

  constructor(settings: DoorSettings) {
    this.#settings = settings
    this.#address = new URL(settings.url)
    this.#outbox = new Outbox(settings.window ?? 20, (packet) => this.#write(packet))
  }

  get connected(): boolean {
    return this.#connected
  }

  /** Messages not acknowledged yet. */
  get waiting(): number {
    return this.#outbox.size
  }

  open(): void {
    if (this.#closed || this.#socket !== null) return
    const { hostname, port, protocol } = this.#address
    const socket =
      protocol === 'mqtts:'
        ? connectTls({ host: hostname, port: Number(port) || 8883, servername: hostname })
        : connectTcp({ host: hostname, port: Number(port) || 1883 })
    this.#socket = socket
    socket.setNoDelay(true)
    this.#parser = mqtt.parser({ protocolVersion: 4 })
    this.#parser.on('packet', (packet) => this.#received(packet))
    this.#parser.on('error', () => socket.destroy())
    socket.on(protocol === 'mqtts:' ? 'secureConnect' : 'connect', () =>
      this.#write({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId: this.#settings.droneId,
        clean: true,
        keepalive: KEEP_ALIVE_S,
        username: this.#settings.droneId,
        password: Buffer.from(this.#settings.secret),
        will: {
          topic: this.#topic('state'),
          payload: Buffer.from('{"v":1,"online":false}'),
          qos: 1,
          retain: false,
        },
      }),
    )
    socket.on('data', (bytes) => this.#parser.parse(bytes))
    // Every error is followed by a close, which handles it.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#lost())
  }

  /** Resolves at the PUBACK. */
  publish(topic: string, payload: Buffer): Promise<void> {
    return this.#outbox.put(this.#topic(topic), payload)
  }

  /** QoS 0: sent now or dropped. */
  tell(topic: string, payload: Buffer): void {
    if (this.#connected)
      this.#write({
        cmd: 'publish',
        topic: this.#topic(topic),
        payload,
        qos: 0,
        dup: false,
        retain: false,
      })
  }

  /** Keeps an idle connection alive; call it every few seconds. */
  ping(nowMs: number): void {
    if (this.#connected && nowMs - this.#lastSentMs > KEEP_ALIVE_S * 500)
      this.#write({ cmd: 'pingreq' })
  }

  /**
   * Simulates lost radio: the connection is not closed properly. Messages wait for the next
   * connection.
   */
  cut(): void {
    this.#socket?.destroy()
  }

  close(): void {
    this.#closed = true
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer)
    if (this.#connected) this.#write({ cmd: 'disconnect' })
    this.#socket?.end()
  }

  #topic(name: string): string {
    return `v1/d/${this.#settings.droneId}/${name}`
  }

  #write(packet: mqtt.Packet): void {
    this.#lastSentMs = Date.now()
    this.#socket?.write(mqtt.generate(packet, { protocolVersion: 4 }))
  }

  #received(packet: mqtt.Packet): void {
    if (packet.cmd === 'connack') {
      if (packet.returnCode !== 0) {
        this.#settings.onState?.('refused')
        this.#retryMs = LONGEST_RETRY_MS
        this.#socket?.destroy()
        return
      }
      this.#connected = true
      this.#retryMs = FIRST_RETRY_MS
      this.#settings.onState?.('connected')
      const subscriptions = [
        ...(this.#settings.onCommand ? [{ topic: this.#topic('down'), qos: 1 as const }] : []),
        ...(this.#settings.onOffer
          ? [{ topic: this.#topic('firmware-offer'), qos: 1 as const }]
          : []),
        ...(this.#settings.onZones ? [{ topic: this.#topic('zone-set'), qos: 1 as const }] : []),
      ]
      if (subscriptions.length > 0)
        this.#write({ cmd: 'subscribe', messageId: SUBSCRIPTION_ID, subscriptions })
      this.#outbox.open()
    } else if (packet.cmd === 'publish') {
      if (packet.qos === 1) this.#write({ cmd: 'puback', messageId: packet.messageId! })
      const payload = Buffer.from(packet.payload)
      if (packet.topic === this.#topic('zone-set')) this.#settings.onZones?.(payload)
      else if (packet.topic === this.#topic('firmware-offer')) this.#settings.onOffer?.(payload)
      else this.#settings.onCommand?.(payload)
    } else if (packet.cmd === 'puback') {
      this.#outbox.acknowledge(packet.messageId ?? 0, this.#settings.onAcknowledged)
    }
  }

  #lost(): void {
    this.#socket = null
    this.#connected = false
    this.#outbox.hold()
    if (this.#closed) return
    this.#settings.onState?.('lost')
    const waitMs = this.#retryMs * (0.5 + Math.random())
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2)
    this.#retryTimer = setTimeout(() => this.open(), waitMs)
  }
}
