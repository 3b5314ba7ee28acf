import type { RecordKind } from './record-kind.ts'
import type { Decoded } from './decoded.ts'
import { decodeJson } from './mqtt-json/decode.ts'
import { decodeProtobuf } from './mqtt-protobuf/decode.ts'

const channelByTopic = {
  'track': 'track',
  'track.pb': 'track',
  'event': 'event',
  'event.pb': 'event',
  'state': 'state',
  'state.pb': 'state',
} as const

export const decode = (kind: RecordKind, bytes: Buffer): Decoded =>
  kind.endsWith('.pb')
    ? decodeProtobuf(bytes, channelByTopic[kind])
    : decodeJson(bytes, channelByTopic[kind])
