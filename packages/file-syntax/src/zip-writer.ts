import { Crc32 } from '@swath/domain/crc32'

/**
 * A file in an archive. Kept in memory while it is packed, because its checksum and sizes precede
 * it.
 */
export type ZipFile = { readonly name: string; readonly content: Uint8Array | string }

const LOCAL_HEADER = 0x0403_4b50
const DIRECTORY_ENTRY = 0x0201_4b50
const END_OF_DIRECTORY = 0x0605_4b50
/** Names in UTF-8 (APPNOTE.TXT 4.4.4, bit 11). */
const UTF8 = 0x0800
const STORED = 0
const DEFLATED = 8
const MAX_FILES = 65_535
/** 1980-01-01, so that the same content has the same bytes. */
const DOS_DATE = 0x0021

const utf8 = new TextEncoder()

/**
 * A zip archive (APPNOTE.TXT 6.3) without its 64-bit extension. Throws a RangeError beyond 4 GiB or
 * 65,535 files.
 */
export async function* writeZip(
  files: Iterable<ZipFile> | AsyncIterable<ZipFile>,
): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for await (const file of files) {
    const name = utf8.encode(file.name)
    const content = typeof file.content === 'string' ? utf8.encode(file.content) : file.content
    const deflated = await deflate(content)
    const method = deflated.length < content.length ? DEFLATED : STORED
    const data = method === DEFLATED ? deflated : content
    // version needed, flags, method, time, date, checksum, sizes, length of the name
    const shared = fields(
      [2, 20],
      [2, UTF8],
      [2, method],
      [2, 0],
      [2, DOS_DATE],
      [4, new Crc32().update(content).value()],
      [4, data.length],
      [4, content.length],
      [2, name.length],
      [2, 0],
    )
    directory.push(
      joined([
        fields([4, DIRECTORY_ENTRY], [2, 20]),
        shared,
        fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
        name,
      ]),
    )
    const header = joined([fields([4, LOCAL_HEADER]), shared, name])
    offset += header.length + data.length
    if (directory.length > MAX_FILES || offset > 0xffff_ffff)
      throw new RangeError('too large for a zip archive')
    yield header
    yield data
  }
  const entries = joined(directory)
  yield entries
  yield fields(
    [4, END_OF_DIRECTORY],
    [2, 0],
    [2, 0],
    [2, directory.length],
    [2, directory.length],
    [4, entries.length],
    [4, offset],
    [2, 0],
  )
}

function fields(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of values) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

async function deflate(content: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([content as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'))
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part as Uint8Array)
  return joined(parts)
}
