// Loads the schema, which firmware makers use unchanged.
import { readFileSync } from 'node:fs'
import protobuf from 'protobufjs'

// 64-bit integers as numbers: times and counts are below 2^53, and objects for them take four times
// as long (measured).
;(protobuf.util as { Long: unknown }).Long = null
protobuf.configure()

export const schema = protobuf.parse(
  readFileSync(new URL('telemetry.proto', import.meta.url), 'utf8'),
  { keepCase: true },
).root
