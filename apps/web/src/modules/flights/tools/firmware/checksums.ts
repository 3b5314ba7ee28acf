export const checksumNames = ['sha256', 'sha512', 'sha1', 'md5', 'crc32'] as const
export type ChecksumName = (typeof checksumNames)[number]
export type Checksums = Readonly<Record<ChecksumName, string>>

export const checksumTitles: Readonly<Record<ChecksumName, string>> = {
  sha256: 'SHA-256',
  sha512: 'SHA-512',
  sha1: 'SHA-1',
  md5: 'MD5',
  crc32: 'CRC-32',
}

export type Comparison =
  | { readonly outcome: 'same' | 'other'; readonly name: ChecksumName }
  | { readonly outcome: 'not_a_checksum' }
  | null

const lengths: Readonly<Record<number, ChecksumName>> = {
  8: 'crc32',
  32: 'md5',
  40: 'sha1',
  64: 'sha256',
  128: 'sha512',
}

/**
 * Compares a pasted checksum, bare or as written by `sha256sum`, `certutil` and release pages. Null
 * if nothing is pasted.
 */
export const compareChecksum = (pasted: string, checksums: Checksums): Comparison => {
  const text = pasted.trim()
  if (text === '') return null
  const spaced = text.replaceAll(/(?<=\b[0-9a-f]{2}) (?=[0-9a-f]{2}\b)/gi, '')
  const found = [...spaced.matchAll(/(?<![0-9a-z])(?:0x)?([0-9a-f]+)(?![0-9a-z])/gi)]
    .map(([, hex]) => hex!.toLowerCase())
    .filter((hex) => hex.length in lengths)
  if (found.length === 0) return { outcome: 'not_a_checksum' }
  const same = found.find((hex) => checksums[lengths[hex.length]!] === hex)
  if (same !== undefined) return { outcome: 'same', name: lengths[same.length]! }
  // Use the longest match: shorter ones may be part of a file name.
  const longest = found.reduce((one, other) => (other.length > one.length ? other : one))
  return { outcome: 'other', name: lengths[longest.length]! }
}
