// Public interface of the message decoders for other parts of the server.
export { decode } from './decode.ts'
export { type Decoded, unreadable } from './decoded.ts'
export { recordKinds, type RecordKind } from './record-kind.ts'
export { decodeZoneWord, encodeZoneSet } from './mqtt-protobuf/zone-words.ts'
