import type { Client } from 'aedes'

/** A longer packet closes the connection before it is in memory. */
const packetBytes = 2 * 1024 * 1024

type PacketParser = {
  packet: { length: number }
  _parseLength: () => boolean
  _emitError: (error: Error) => false
}

/**
 * The broker's parser collects a packet of up to 256 MB before it looks at it: here the announced
 * length is looked at first.
 */
export const limitPackets = (client: Client): void => {
  const parser = (client as unknown as { _parser: PacketParser })._parser
  const parseLength = parser._parseLength
  parser._parseLength = function (this: PacketParser) {
    const known = parseLength.call(this)
    return known && this.packet.length > packetBytes
      ? this._emitError(new Error('Packet too long'))
      : known
  }
}
