import type { Client } from 'aedes'

/** A longer packet closes the connection before it is read into memory. */
const packetBytes = 2 * 1024 * 1024

type PacketParser = {
  packet: { length: number; messageId?: number }
  _parseLength: () => boolean
  _parseMessageId: () => boolean
  _emitError: (error: Error) => false
}

/**
 * Adds checks to the broker's parser. The parser collects packets of up to 256 MB before it checks
 * them; here the announced length is checked first. And a packet identifier must not be 0 (MQTT
 * 3.1.1, [MQTT-2.3.1-1]): no acknowledgement could refer to it.
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
