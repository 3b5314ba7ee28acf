// What other parts of the server use of the readers of device messages.
export { decode } from './decode.ts'
export { type Decoded, unreadable } from './decoded.ts'
export { recordKinds, type RecordKind } from './record-kind.ts'
export { decodeZoneWord, encodeZoneSet } from './mqtt-protobuf/zone-words.ts'
