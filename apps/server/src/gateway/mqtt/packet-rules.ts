import type { Client } from 'aedes'

/** A longer packet closes the connection before it is in memory. */
const packetBytes = 2 * 1024 * 1024

type PacketParser = {
  packet: { length: number; messageId?: number }
  _parseLength: () => boolean
  _parseMessageId: () => boolean
  _emitError: (error: Error) => false
}

/**
 * What the broker's parser lets through. It collects a packet of up to 256 MB before it looks at
 * it: here the announced length is looked at first. And a packet that has an identifier may not
 * have 0 (MQTT 3.1.1, [MQTT-2.3.1-1]): nothing could be acknowledged by it.
 */
export const checkPackets = (client: Client): void => {
  const parser = (client as unknown as { _parser: PacketParser })._parser
  const { _parseLength: parseLength, _parseMessageId: parseMessageId } = parser
  parser._parseLength = function (this: PacketParser) {
    const known = parseLength.call(this)
    return known && this.packet.length > packetBytes
      ? this._emitError(new Error('Packet too long'))
      : known
  }
  parser._parseMessageId = function (this: PacketParser) {
    const known = parseMessageId.call(this)
    return known && this.packet.messageId === 0
      ? this._emitError(new Error('Packet identifier 0'))
      : known
  }
}
