// What other features use of firmware.
export { computeFingerprint, readRawPublicKey, signDigest, toPrivateKey } from './container.ts'
export { makeSecrets, packSecrets, sealedFor, type KeySecrets } from './key-file.ts'
export { writeContainer } from './wrap-firmware.ts'
