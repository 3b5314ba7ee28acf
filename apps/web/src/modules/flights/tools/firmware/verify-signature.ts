import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

hashes.sha512 = (message) => sha512(message)

/**
 * Ed25519 of RFC 8032 over the whole file, by its stricter reading: points written in two ways are
 * refused.
 */
export const isSignatureRight = (
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean => {
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    // A key that is no point of the curve, or a signature beyond its order: not right either.
    return false
  }
}
