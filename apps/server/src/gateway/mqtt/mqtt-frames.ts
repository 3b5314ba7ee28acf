// Where one MQTT packet ends and the next begins, and the packets that make up nearly all traffic.
// Everything else is parsed by mqtt-packet.
import { parser, type Packet } from 'mqtt-packet'

/** Control packet types of MQTT 3.1.1, section 2.2.1, as far as devices may send them. */
export const packetType = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrel: 6,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
} as const

/** A packet that MQTT or this endpoint forbids: its connection is closed. */
export class BadPacket extends Error {}

export type Frame = {
  type: number
  /** The lower four bits of the first byte. */
  flags: number
  /** The whole packet, and the place at which the part after its length begins. */
  bytes: Buffer
  bodyAt: number
}

export type PublishedMessage = { topic: string; payload: Buffer; retain: boolean }
export type PublishFrame = PublishedMessage & { qos: number; id: number }

const nothing = Buffer.alloc(0)

/** Splits the bytes of one connection into packets. */
export class FrameReader {
  /** The longest packet, bytes; a longer one is refused when its length arrives. */
  longest: number
  #bytes: Buffer = nothing
  #from = 0
  #until = 0
  /** `#bytes` is a copy with space at its end, not a piece as it arrived. */
  #isOwn = false

  constructor(longest: number) {
    this.longest = longest
  }

  push(piece: Buffer): void {
    const left = this.#until - this.#from
    if (left === 0) {
      this.#bytes = piece
      this.#isOwn = false
      this.#from = 0
      this.#until = piece.length
      return
    }
    if (!this.#isOwn || this.#until + piece.length > this.#bytes.length) {
      // Twice as much as has arrived, never as much as is announced.
      const grown = Buffer.allocUnsafe(2 * (left + piece.length))
      this.#bytes.copy(grown, 0, this.#from, this.#until)
      this.#bytes = grown
      this.#isOwn = true
      this.#from = 0
      this.#until = left
    }
    piece.copy(this.#bytes, this.#until)
    this.#until += piece.length
  }

  /** Null: it has not arrived completely. @throws BadPacket */
  next(): Frame | null {
    const [bytes, from] = [this.#bytes, this.#from]
    if (this.#until - from < 2) return null
    let length = 0
    let at = from + 1
    for (let factor = 1; ; factor *= 128) {
      if (factor > 128 ** 3) throw new BadPacket('A length of more than four bytes')
      if (at === this.#until) return null
      const byte = bytes[at++]!
      length += (byte & 127) * factor
      if (byte < 128) break
    }
    const end = at + length
    if (end - from > this.longest) throw new BadPacket('Packet too long')
    if (end > this.#until) return null
    this.#from = end
    return {
      type: bytes[from]! >> 4,
      flags: bytes[from]! & 15,
      bytes: bytes.subarray(from, end),
      bodyAt: at - from,
    }
  }
}

/** The identifier of an acknowledgement. @throws BadPacket */
export const readPacketId = ({ bytes, bodyAt }: Frame): number => {
  if (bytes.length !== bodyAt + 2) throw new BadPacket('Malformed packet')
  return notZero(bytes.readUInt16BE(bodyAt))
}

/** No acknowledgement could refer to the identifier 0 ([MQTT-2.3.1-1]). */
const notZero = (id: number): number => {
  if (id === 0) throw new BadPacket('Packet identifier 0')
  return id
}

/** MQTT 3.1.1, section 3.3. `id` is 0 for QoS 0. @throws BadPacket */
export const readPublish = ({ flags, bytes, bodyAt }: Frame): PublishFrame => {
  const qos = (flags >> 1) & 3
  if (qos === 3) throw new BadPacket('QoS 3')
  const topicAt = bodyAt + 2
  const topicEnd = bytes.length < topicAt ? Infinity : topicAt + bytes.readUInt16BE(bodyAt)
  const payloadAt = topicEnd + (qos > 0 ? 2 : 0)
  if (payloadAt > bytes.length) throw new BadPacket('Malformed packet')
  const topic = bytes.toString('utf8', topicAt, topicEnd)
  if (topic === '' || /[+#]/.test(topic)) throw new BadPacket('Malformed topic')
  return {
    topic,
    payload: bytes.subarray(payloadAt),
    retain: (flags & 1) === 1,
    qos,
    id: qos > 0 ? notZero(bytes.readUInt16BE(topicEnd)) : 0,
  }
}

/** Any packet. @throws BadPacket */
export const parsePacket = ({ bytes }: Frame): Packet => {
  let packet: Packet | undefined
  let fault: Error | undefined
  const reader = parser()
  reader.on('packet', (parsed) => (packet = parsed))
  reader.on('error', (error: Error) => (fault = error))
  reader.parse(bytes)
  if (packet === undefined) throw new BadPacket(fault?.message ?? 'Malformed packet')
  if ('messageId' in packet && packet.messageId !== undefined) notZero(packet.messageId)
  return packet
}

/** PUBACK 4, PUBREC 5 or PUBCOMP 7 for each identifier, one after the other. */
export const writeAcknowledgements = (
  acknowledgements: readonly { type: 4 | 5 | 7; id: number }[],
): Buffer => {
  const bytes = Buffer.allocUnsafe(4 * acknowledgements.length)
  let at = 0
  for (const { type, id } of acknowledgements) {
    bytes[at++] = type << 4
    bytes[at++] = 2
    at = bytes.writeUInt16BE(id, at)
  }
  return bytes
}
