// The container of a build (docs/firmware-format.md): a header of 256 bytes, chunks, a signature.
// Numbers are big-endian.

export const firmwareTypes = [
  'flight_controller',
  'remote_controller',
  'radio',
  'rtk',
  'sprayer',
  'battery',
  'other',
] as const
export type FirmwareType = (typeof firmwareTypes)[number]

/** A build is uploaded, wrapped into a container, and signed. */
export const firmwareStates = [
  'uploading',
  'uploaded',
  'encrypting',
  'encrypted',
  'signed',
] as const
export type FirmwareState = (typeof firmwareStates)[number]

export const firmwareCheckStates = ['uploading', 'checking', 'passed', 'refused'] as const
export type FirmwareCheckState = (typeof firmwareCheckStates)[number]

/** Why a file is refused, in the order of the checks. */
export const firmwareRefusals = [
  'not_a_container',
  'header_wrong',
  'length_wrong',
  'key_unknown',
  'signature_wrong',
  'chunk_wrong',
  'content_wrong',
  'lost',
] as const
export type FirmwareRefusal = (typeof firmwareRefusals)[number]

const magic = 'SWATHFW1'
export const headerBytes = 256
export const chunkBytes = 1024 * 1024
export const tagBytes = 16
export const signatureBytes = 64
const smallestChunkBytes = 4096
const largestChunkBytes = 16 * 1024 * 1024

/** A build, at most. */
export const buildBytes = 256 * 1024 * 1024

export type ContainerHeader = {
  readonly chunkBytes: number
  readonly buildBytes: number
  /** 16 bytes each, in hexadecimal digits: the build, and its model (zeros: all). */
  readonly buildId: string
  readonly modelId: string
  /** First 8 bytes of SHA-256 of the public key. */
  readonly fingerprint: string
  /** 16 bytes, from which the key of this file is derived. */
  readonly salt: string
  readonly sha256: string
  readonly firmwareType: string
  readonly version: string
  readonly rcid: string
}

export const countChunks = (of: Pick<ContainerHeader, 'buildBytes' | 'chunkBytes'>): number =>
  Math.ceil(of.buildBytes / of.chunkBytes)

/** Its total size: header, chunks with their tags, signature. */
export const measureContainer = (of: Pick<ContainerHeader, 'buildBytes' | 'chunkBytes'>): number =>
  headerBytes + of.buildBytes + countChunks(of) * tagBytes + signatureBytes

type Place = readonly [offset: number, length: number]
const places = {
  buildId: [32, 16],
  fingerprint: [48, 8],
  salt: [64, 16],
  modelId: [80, 16],
  sha256: [96, 32],
} as const satisfies Record<string, Place>
const texts = {
  firmwareType: [128, 24],
  version: [152, 32],
  rcid: [184, 64],
} as const satisfies Record<string, Place>
/** Reserved bytes; must be zero. */
const spare: readonly Place[] = [
  [10, 2],
  [28, 4],
  [56, 8],
  [248, 8],
]

const putHex = (into: Uint8Array, [offset, length]: Place, hex: string): void => {
  if (hex.length !== length * 2) throw new Error(`${hex} is not ${length} bytes`)
  for (let i = 0; i < length; i++)
    into[offset + i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)
}
const readHex = (from: Uint8Array, [offset, length]: Place): string =>
  Array.from(from.subarray(offset, offset + length), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const putText = (into: Uint8Array, [offset, length]: Place, text: string): void => {
  if (text.length > length || !/^[\x21-\x7e]*$/.test(text))
    throw new Error(`${text} is not ${length} characters of ASCII`)
  for (let i = 0; i < text.length; i++) into[offset + i] = text.charCodeAt(i)
}
/** Null if there are bytes after the terminator, or if it is not printable ASCII. */
const readText = (from: Uint8Array, [offset, length]: Place): string | null => {
  const text = String.fromCharCode(...from.subarray(offset, offset + length))
  return /^[\x21-\x7e]*\0*$/.test(text) ? text.replace(/\0+$/, '') : null
}

export const writeContainerHeader = (header: ContainerHeader): Uint8Array => {
  const bytes = new Uint8Array(headerBytes)
  const view = new DataView(bytes.buffer)
  putText(bytes, [0, 8], magic)
  view.setUint16(8, headerBytes)
  view.setUint32(12, header.chunkBytes)
  view.setBigUint64(16, BigInt(header.buildBytes))
  view.setUint32(24, countChunks(header))
  for (const name of Object.keys(places) as (keyof typeof places)[])
    putHex(bytes, places[name], header[name])
  for (const name of Object.keys(texts) as (keyof typeof texts)[])
    putText(bytes, texts[name], header[name])
  return bytes
}

export const readContainerHeader = (
  bytes: Uint8Array,
): ContainerHeader | 'not_a_container' | 'header_wrong' => {
  if (bytes.length < headerBytes || readText(bytes, [0, 8]) !== magic) return 'not_a_container'
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes)
  const build = view.getBigUint64(16)
  const chunk = view.getUint32(12)
  const isSpareUsed = spare.some(([offset, length]) =>
    bytes.subarray(offset, offset + length).some((byte) => byte !== 0),
  )
  if (
    isSpareUsed ||
    view.getUint16(8) !== headerBytes ||
    chunk < smallestChunkBytes ||
    chunk > largestChunkBytes ||
    build < 1n ||
    build > BigInt(buildBytes)
  )
    return 'header_wrong'
  const sizes = { chunkBytes: chunk, buildBytes: Number(build) }
  const [firmwareType, version, rcid] = [
    readText(bytes, texts.firmwareType),
    readText(bytes, texts.version),
    readText(bytes, texts.rcid),
  ]
  if (
    view.getUint32(24) !== countChunks(sizes) ||
    firmwareType === null ||
    version === null ||
    rcid === null
  )
    return 'header_wrong'
  return {
    ...sizes,
    buildId: readHex(bytes, places.buildId),
    modelId: readHex(bytes, places.modelId),
    fingerprint: readHex(bytes, places.fingerprint),
    salt: readHex(bytes, places.salt),
    sha256: readHex(bytes, places.sha256),
    firmwareType,
    version,
    rcid,
  }
}
