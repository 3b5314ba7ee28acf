const END_OF_DIRECTORY = 0x0605_4b50
const DIRECTORY_ENTRY = 0x0201_4b50
const LOCAL_HEADER = 0x0403_4b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const HEADER_BYTES = 30
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8
/** Maximum number of entries that are read, however many an archive claims. */
export const mostZipEntries = 1_000
/** Bits of an entry's flags (APPNOTE.TXT 4.4.4). */
const ENCRYPTED = 0x0001
const UTF8 = 0x0800

export type ZipEntry = {
  readonly name: string
  readonly isEncrypted: boolean
  readonly method: number
  readonly compressedBytes: number
  readonly headerAt: number
}

export type ZipProblem = 'damaged' | 'too_large' | 'encrypted' | 'unsupported_compression'

export class ZipFailure extends Error {
  readonly problem: ZipProblem
  constructor(problem: ZipProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Whether it begins as a zip archive does. */
export const isZip = (start: Uint8Array): boolean =>
  start[0] === 0x50 && start[1] === 0x4b && start[2] === 0x03 && start[3] === 0x04

/** Names without the UTF-8 flag are in the encoding of the packer's system: often Chinese. */
const decodeName = (bytes: Uint8Array, isUtf8: boolean): string => {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)
  } catch {
    // not UTF-8, then
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/**
 * The files of an archive in memory, as listed in its central directory (APPNOTE.TXT 4.3.12 and
 * 4.3.16); null if it has none. Entries after a damaged one are left out.
 */
export const listZipEntries = (zip: Uint8Array): ZipEntry[] | null => {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  let end = zip.length - END_BYTES
  const earliest = Math.max(0, end - LONGEST_COMMENT)
  while (end >= earliest && view.getUint32(end, true) !== END_OF_DIRECTORY) end--
  if (end < earliest || end < 0) return null
  const count = Math.min(view.getUint16(end + 10, true), mostZipEntries)
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  while (
    entries.length < count &&
    at + ENTRY_BYTES <= zip.length &&
    view.getUint32(at, true) === DIRECTORY_ENTRY
  ) {
    const flags = view.getUint16(at + 8, true)
    const nameLength = view.getUint16(at + 28, true)
    const name = zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    entries.push({
      name: decodeName(name, (flags & UTF8) !== 0),
      isEncrypted: (flags & ENCRYPTED) !== 0,
      method: view.getUint16(at + 10, true),
      compressedBytes: view.getUint32(at + 20, true),
      headerAt: view.getUint32(at + 42, true),
    })
    at += ENTRY_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

const findData = (zip: Uint8Array, { headerAt, compressedBytes }: ZipEntry): Uint8Array => {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  if (headerAt + HEADER_BYTES > zip.length || view.getUint32(headerAt, true) !== LOCAL_HEADER)
    throw new ZipFailure('damaged')
  const dataAt =
    headerAt +
    HEADER_BYTES +
    view.getUint16(headerAt + 26, true) +
    view.getUint16(headerAt + 28, true)
  return zip.subarray(dataAt, dataAt + compressedBytes)
}

/**
 * The content of a file in chunks, limited to `bytesAtMost` regardless of the sizes that the
 * archive states or really has (zip bombs).
 * @throws ZipFailure; content before the damage has already been yielded
 */
export const readZipEntry = async function* (
  zip: Uint8Array,
  entry: ZipEntry,
  bytesAtMost: number,
): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted) throw new ZipFailure('encrypted')
  const data = findData(zip, entry)
  if (entry.method === STORED) {
    if (data.length > bytesAtMost) throw new ZipFailure('too_large')
    yield data
    return
  }
  if (entry.method !== DEFLATED) throw new ZipFailure('unsupported_compression')
  const reader = new Blob([data as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader()
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ZipFailure('damaged')
    })
    if (done) return
    bytes += value.length
    if (bytes > bytesAtMost) {
      await reader.cancel()
      throw new ZipFailure('too_large')
    }
    yield value
  }
}
