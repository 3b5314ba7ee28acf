import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'

export const batchPoints = 5
const batchMs = 100

/**
 * Sends a batch, keeps it until it is acknowledged, and sends it again on the next connection
 * otherwise.
 */
export class Device {
  readonly droneId: string
  readonly acknowledged: number[] = []
  seq = 0
  longestPauseMs = 0
  readonly #client: mqtt.MqttClient
  readonly #done: Promise<void>
  #stopping = false
  #lastMs = Date.now()
  readonly #boot = Math.random().toString(36).slice(2, 8)

  constructor({ droneId, secret }: { droneId: string; secret: string }, port: number) {
    this.droneId = droneId
    this.#client = mqtt.connect({
      host: '127.0.0.1',
      port,
      clientId: droneId,
      username: droneId,
      password: secret,
      protocolVersion: 4,
      reconnectPeriod: 200,
      queueQoSZero: false,
    })
    this.#client.on('error', () => {}) // it reconnects automatically
    this.#done = this.#send()
  }

  async #send(): Promise<void> {
    while (!this.#stopping) {
      const first = this.seq
      this.seq += batchPoints
      const nowMs = Date.now()
      const message = JSON.stringify({
        v: 1,
        boot: this.#boot,
        seq: first,
        pts: Array.from({ length: batchPoints }, (_, i) => ({
          t: nowMs + i * 20,
          lng: 120.15 + (first % 1000) * 1e-6,
          lat: 30.25,
          height: 3,
          speed: 5,
          pump: true,
          width: 5,
        })),
      })
      // The client keeps an unacknowledged message over reconnections; this never stops trying.
      await this.#client.publishAsync(`v1/d/${this.droneId}/track`, message, { qos: 1 })
      this.acknowledged.push(first)
      this.#heard()
      await sleep(batchMs)
    }
  }

  #heard(): void {
    this.longestPauseMs = Math.max(this.longestPauseMs, Date.now() - this.#lastMs)
    this.#lastMs = Date.now()
  }

  async stop(): Promise<void> {
    this.#heard()
    this.#stopping = true
    await Promise.race([this.#done, sleep(10_000)])
    this.#client.end(true)
  }
}
