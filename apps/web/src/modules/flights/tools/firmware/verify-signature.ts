import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

hashes.sha512 = (message) => sha512(message)

/**
 * Ed25519 (RFC 8032) over the whole file, in strict mode: non-canonical point encodings are
 * rejected.
 */
export const isSignatureRight = (
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean => {
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    // The key is not a point on the curve, or the signature is out of range: invalid as well.
    return false
  }
}
