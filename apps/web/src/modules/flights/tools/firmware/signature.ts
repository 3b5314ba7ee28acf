/**
 * The ASN.1 header of an Ed25519 SubjectPublicKeyInfo, before the 32 bytes of the key (RFC 8410,
 * section 4).
 */
const spkiHead = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const fromBase64 = (text: string): Uint8Array | null => {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
  } catch {
    // Characters or a length that are invalid in base64.
    return null
  }
}

/** Parses bytes of a given length in hexadecimal or base64; null otherwise. */
const parseBytes = (text: string, length: number): Uint8Array | null => {
  const plain = text.replaceAll(/\s|:/g, '')
  if (plain.length === length * 2 && /^[0-9a-f]+$/i.test(plain)) return fromHex(plain)
  const bytes = /^[\w+/-]+=*$/.test(plain) ? fromBase64(plain) : null
  return bytes?.length === length ? bytes : null
}

const endsLikeSpki = (bytes: Uint8Array | null): Uint8Array | null =>
  bytes?.length === 44 && spkiHead.every((byte, i) => bytes[i] === byte) ? bytes.slice(12) : null

/**
 * Parses a public key in hexadecimal, base64, PEM (`openssl pkey -pubout`) or OpenSSH format; null
 * otherwise.
 */
export const readPublicKey = (text: string): Uint8Array | null => {
  const trimmed = text.trim()
  const pem = /-----BEGIN PUBLIC KEY-----([\s\S]+?)-----END PUBLIC KEY-----/.exec(trimmed)
  if (pem) return endsLikeSpki(fromBase64(pem[1]!.replaceAll(/\s/g, '')))
  const ssh = /^ssh-ed25519\s+([A-Za-z0-9+/=]+)/.exec(trimmed)
  if (ssh) {
    const blob = fromBase64(ssh[1]!)
    // Length and name, length and key (RFC 4253, section 6.6; RFC 8709, section 4).
    return blob?.length === 51 &&
      blob[18] === 32 &&
      new TextDecoder().decode(blob.subarray(4, 15)) === 'ssh-ed25519'
      ? blob.slice(19)
      : null
  }
  return parseBytes(trimmed, 32) ?? endsLikeSpki(parseBytes(trimmed, 44))
}

/** Parses a detached signature, 64 bytes in hexadecimal or base64; null otherwise. */
export const readSignature = (text: string): Uint8Array | null => parseBytes(text.trim(), 64)
