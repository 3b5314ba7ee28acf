// One connection of a device, by MQTT 3.1.1: a sign-in, then messages, each acknowledged when it is
// taken. Sessions end with the connection; QoS 2 is accepted as "at least once", since every
// message is recognised when it is sent again.
import type { Socket } from 'node:net'
import { generate, type IConnectPacket, type ISubscribePacket, type Packet } from 'mqtt-packet'
import {
  BadPacket,
  FrameReader,
  packetType,
  parsePacket,
  readPacketId,
  readPublish,
  writeAcknowledgements,
  type Frame,
  type PublishedMessage,
} from './mqtt-frames.ts'

/** CONNACK return codes of MQTT 3.1.1, section 3.2.2.3. */
export const connack = {
  accepted: 0,
  unknownProtocol: 1,
  unavailable: 3,
  badCredentials: 4,
} as const
export type ConnackCode = (typeof connack)[keyof typeof connack]

export type ConnectionOwner = {
  /** Checks the device; with `accepted` the connection is its only one from now on. */
  admit(
    connection: MqttConnection,
    droneId: string,
    username: string | undefined,
    secret: Buffer | undefined,
  ): Promise<ConnackCode>
  /** Rejects if the connection must be closed. */
  take(droneId: string, message: PublishedMessage): Promise<void>
  maySubscribe(droneId: string, topic: string): boolean
  subscribed(droneId: string, topics: readonly string[]): void
  /** Calls the connection's `flush` soon. */
  acknowledgeSoon(connection: MqttConnection): void
  closed(connection: MqttConnection, reason: string): void
}

/** CONNECT comes from strangers, and has an id, a secret and a will. */
const connectBytes = 16 * 1024
/** A longer packet closes the connection before it is read into memory. */
const packetBytes = 2 * 1024 * 1024
/** A connection is not read while this many of its messages, or bytes of them, wait to be stored. */
const waitingAtMost = { messages: 1_000, bytes: 1024 * 1024 }
const connectWithinS = 10
const drainWithinS = 30
const answeredWithinMs = 5_000

type Acknowledgement = { type: 4 | 5 | 7; id: number }

export class MqttConnection {
  readonly address: string
  /** Null until the device is admitted. */
  droneId: string | null = null
  readonly #socket: Socket
  readonly #owner: ConnectionOwner
  readonly #reader = new FrameReader(connectBytes)
  #state: 'new' | 'checking' | 'open' | 'closed' = 'new'
  #will: PublishedMessage | null = null
  /** Granted QoS of each topic. */
  readonly #granted = new Map<string, 0 | 1>()
  readonly #waiting = { messages: 0, bytes: 0 }
  #acknowledgements: Acknowledgement[] = []
  #lastId = 0
  #keepAliveS = 0
  /** Seconds since the device was heard, and since it stopped reading. */
  #silentS = 0
  #fullS = 0

  constructor(socket: Socket, address: string, owner: ConnectionOwner) {
    this.#socket = socket
    this.address = address
    this.#owner = owner
    socket.on('data', (bytes: Buffer) => {
      if (this.#state === 'closed') return // the answer to a refused sign-in is still being sent
      this.#silentS = 0
      this.#reader.push(bytes)
      this.#read()
    })
    socket.on('drain', () => {
      this.#fullS = 0
      this.#read()
    })
    socket.on('error', (error) => this.close(error.message))
    socket.on('end', () => this.close('ended by the device'))
    socket.on('close', () => this.close('closed'))
    socket.resume()
  }

  /** At once, or when what was written has been sent, within a few seconds. */
  close(reason: string, { isAnswered = false } = {}): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    if (isAnswered) {
      this.#socket.setTimeout(answeredWithinMs, () => this.#socket.destroy())
      this.#socket.destroySoon()
    } else this.#socket.destroy()
    const { droneId } = this
    // After a sign-in, and unless the device has said good-bye.
    if (droneId !== null && this.#will !== null)
      // A will that is refused has been noted like any message; there is no connection to close.
      this.#owner.take(droneId, this.#will).catch(() => undefined)
    this.#owner.closed(this, reason)
  }

  /** Sends a message if the device has subscribed to its topic. */
  send(topic: string, payload: Buffer): void {
    const qos = this.#granted.get(topic)
    if (this.#state !== 'open' || qos === undefined) return
    this.#lastId = (this.#lastId % 0xffff) + 1
    this.#write({
      cmd: 'publish',
      topic,
      payload,
      qos,
      dup: false,
      retain: false,
      ...(qos > 0 ? { messageId: this.#lastId } : {}),
    })
  }

  /** Writes the waiting acknowledgements, all in one piece. */
  flush(): void {
    const waiting = this.#acknowledgements
    this.#acknowledgements = []
    if (this.#state === 'open' && waiting.length > 0)
      this.#socket.write(writeAcknowledgements(waiting))
  }

  /** Call once a second: closes a connection that is silent or does not read. */
  tick(): void {
    this.#silentS++
    if (this.#socket.writableNeedDrain && ++this.#fullS > drainWithinS)
      return this.close('does not read')
    if (this.#state === 'new' && this.#silentS > connectWithinS) return this.close('no CONNECT')
    if (this.#state === 'open' && this.#keepAliveS > 0 && this.#silentS > this.#keepAliveS)
      this.close('silent')
  }

  #write(packet: Packet): void {
    this.#socket.write(generate(packet))
  }

  /** Handles the packets that have arrived, unless one of them has to be waited for. */
  #read(): void {
    try {
      while (this.#mayRead()) {
        const frame = this.#reader.next()
        if (frame === null) break
        this.#handle(frame)
      }
    } catch (error) {
      return this.close(error instanceof Error ? error.message : String(error))
    }
    if (this.#state === 'closed') return
    if (this.#mayRead()) this.#socket.resume()
    else this.#socket.pause()
  }

  #mayRead(): boolean {
    const { messages, bytes } = this.#waiting
    return (
      (this.#state === 'new' || this.#state === 'open') &&
      messages < waitingAtMost.messages &&
      bytes < waitingAtMost.bytes &&
      !this.#socket.writableNeedDrain
    )
  }

  #handle(frame: Frame): void {
    if (this.#state === 'new') return this.#connect(frame)
    switch (frame.type) {
      case packetType.publish:
        return this.#publish(frame)
      case packetType.puback:
        readPacketId(frame)
        return
      case packetType.pubrel:
        return this.#acknowledge(7, readPacketId(frame))
      case packetType.pingreq:
        return this.#write({ cmd: 'pingresp' })
      case packetType.subscribe:
        return this.#subscribe(parsePacket(frame) as ISubscribePacket)
      case packetType.unsubscribe:
        return this.#unsubscribe(parsePacket(frame))
      case packetType.disconnect:
        this.#will = null
        return this.close('said good-bye')
      default:
        throw new BadPacket(`Packet of type ${frame.type}`)
    }
  }

  #connect(frame: Frame): void {
    if (frame.type !== packetType.connect) throw new BadPacket('A packet before CONNECT')
    const packet = parsePacket(frame) as IConnectPacket
    if (packet.protocolVersion !== 3 && packet.protocolVersion !== 4)
      return this.#refuse(connack.unknownProtocol)
    this.#state = 'checking'
    // After one and a half times the promised time it counts as gone ([MQTT-3.1.2-24]).
    this.#keepAliveS = Math.ceil((packet.keepalive ?? 0) * 1.5)
    void this.#owner
      .admit(this, packet.clientId, packet.username, packet.password)
      .then((code) => this.#answer(code, packet))
  }

  #refuse(returnCode: ConnackCode): void {
    this.#write({ cmd: 'connack', returnCode, sessionPresent: false })
    this.close(`refused with ${returnCode}`, { isAnswered: true })
  }

  #answer(returnCode: ConnackCode, { clientId, will }: IConnectPacket): void {
    if (this.#state !== 'checking') return
    if (returnCode !== connack.accepted) return this.#refuse(returnCode)
    this.droneId = clientId
    this.#state = 'open'
    this.#silentS = 0
    this.#reader.longest = packetBytes
    if (will)
      this.#will = {
        topic: will.topic,
        payload: Buffer.from(will.payload as Buffer),
        retain: will.retain === true,
      }
    this.#write({ cmd: 'connack', returnCode, sessionPresent: false })
    this.#read()
  }

  #publish(frame: Frame): void {
    const message = readPublish(frame)
    const waiting = this.#waiting
    waiting.messages++
    waiting.bytes += message.payload.length
    this.#owner.take(this.droneId!, message).then(
      () => {
        const couldRead = this.#mayRead()
        waiting.messages--
        waiting.bytes -= message.payload.length
        if (message.qos > 0) this.#acknowledge(message.qos === 1 ? 4 : 5, message.id)
        if (!couldRead && this.#state === 'open') this.#read()
      },
      (error: Error) => this.close(error.message),
    )
  }

  #acknowledge(type: Acknowledgement['type'], id: number): void {
    if (this.#acknowledgements.push({ type, id }) === 1) this.#owner.acknowledgeSoon(this)
  }

  #subscribe({ messageId, subscriptions }: ISubscribePacket): void {
    const granted = subscriptions.map(({ topic, qos }) => {
      if (!this.#owner.maySubscribe(this.droneId!, topic)) return 0x80
      this.#granted.set(topic, qos === 0 ? 0 : 1)
      return qos === 0 ? 0 : 1
    })
    this.#write({ cmd: 'suback', messageId: messageId!, granted })
    this.#owner.subscribed(
      this.droneId!,
      subscriptions.flatMap(({ topic }, i) => (granted[i] === 0x80 ? [] : [topic])),
    )
  }

  #unsubscribe(packet: Packet): void {
    if (packet.cmd !== 'unsubscribe') throw new BadPacket('Malformed packet')
    for (const topic of packet.unsubscriptions) this.#granted.delete(topic)
    this.#write({ cmd: 'unsuback', messageId: packet.messageId!, granted: [] })
  }
}
