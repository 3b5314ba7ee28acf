// The entry point of this module for other modules.
export { insertLog, markStored } from './app-logs/app-logs.queries.ts'
export { detectKind } from './app-logs/log-content.ts'
export {
  computeFingerprint,
  readRawPublicKey,
  signDigest,
  toPrivateKey,
} from './firmware/container.ts'
export { type KeySecrets, makeSecrets, packSecrets, sealedFor } from './firmware/key-file.ts'
export { writeContainer } from './firmware/wrap-firmware.ts'
