// The type of a log, detected by its content alone, and its first lines as harmless text.
import { createGunzip } from 'node:zlib'
import { previewColumns, previewLines, type AppLog } from '@swath/contract/gear/app-logs'

type Kind = AppLog['kind']
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'
type Preview = { lines: string[]; isWhole: boolean; encoding: Encoding | null }

/** Bytes read to detect the type. */
const sampleBytes = 64 * 1024
/** Bytes unpacked for a preview: enough for lines of the maximum length. */
const previewBytes = previewLines * previewColumns * 4

const begins = (bytes: Uint8Array, ...expected: number[]): boolean =>
  expected.every((byte, i) => bytes[i] === byte)

/** A sample may end in the middle of a character; `stream` holds that back instead of failing. */
const decodes = (bytes: Uint8Array, encoding: Encoding): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    // Not valid in this encoding.
    return false
  }
}

/** Control characters that text logs lack; they have tabs, line ends, form feeds and colours. */
const isControl = (byte: number): boolean =>
  byte < 0x20
    ? byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 0x1b
    : byte === 0x7f

const detectEncoding = (bytes: Uint8Array): Encoding | null => {
  const sample = bytes.subarray(0, sampleBytes)
  if (begins(sample, 0xff, 0xfe) && decodes(sample, 'utf-16le')) return 'utf-16le'
  if (begins(sample, 0xfe, 0xff) && decodes(sample, 'utf-16be')) return 'utf-16be'
  // A text may contain a few stray control characters, but never a NUL byte.
  if (sample.includes(0) || sample.filter(isControl).length > sample.length / 50) return null
  // Chinese Windows writes GB 18030.
  return decodes(sample, 'utf-8') ? 'utf-8' : decodes(sample, 'gb18030') ? 'gb18030' : null
}

export const detectKind = (bytes: Uint8Array): Kind => {
  if (begins(bytes, 0x1f, 0x8b, 8)) return 'gzip'
  if (begins(bytes, 0x50, 0x4b, 3, 4) || begins(bytes, 0x50, 0x4b, 5, 6)) return 'zip'
  return detectEncoding(bytes) === null ? 'binary' : 'text'
}

/**
 * The beginning of the unpacked data, and whether it is complete. Truncated or damaged files are
 * read as far as possible.
 */
const unpacked = (bytes: Uint8Array): Promise<{ head: Uint8Array; isWhole: boolean }> =>
  new Promise((resolve) => {
    const gunzip = createGunzip({ chunkSize: sampleBytes })
    const chunks: Uint8Array[] = []
    let length = 0
    const done = (isWhole: boolean): void => {
      gunzip.destroy()
      resolve({ head: Buffer.concat(chunks).subarray(0, previewBytes), isWhole })
    }
    gunzip.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > previewBytes) done(false)
    })
    gunzip.on('end', () => done(true))
    gunzip.on('error', () => done(false))
    gunzip.end(bytes)
  })

/**
 * Removes terminal colours, control characters and direction marks, which terminals and pages
 * interpret.
 */
const plain = (line: string): string =>
  line.replace(terminalColours, '').replace(unprintable, '\uFFFD').toWellFormed()

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const terminalColours = /\u001B\[[0-9;?]*[ -/]*[@-~]/g
const unprintable =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

export const readPreview = async (bytes: Uint8Array): Promise<Preview> => {
  const { head, isWhole } = begins(bytes, 0x1f, 0x8b, 8)
    ? await unpacked(bytes)
    : { head: bytes.subarray(0, previewBytes), isWhole: bytes.length <= previewBytes }
  const encoding = detectEncoding(head)
  if (encoding === null) return { lines: [], isWhole: false, encoding }
  const lines = new TextDecoder(encoding).decode(head, { stream: !isWhole }).split(/\r\n|\n|\r/)
  if (isWhole && lines.at(-1) === '') lines.pop()
  return {
    lines: lines
      .slice(0, previewLines)
      .map((line) =>
        line.length > previewColumns ? `${plain(line.slice(0, previewColumns))}…` : plain(line),
      ),
    isWhole: isWhole && lines.length <= previewLines,
    encoding,
  }
}

/** The last part of a path, without characters that are forbidden in file names on any system. */
export const safeFileName = (name: string, kind: Kind): string => {
  const last = plain(name.split(/[/\\]/).at(-1)!)
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\uFFFD<>:"|?*\u0000-\u001F]/g, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(-120)
  return (
    last || { text: 'app.log', gzip: 'app.log.gz', zip: 'app-log.zip', binary: 'app-log.bin' }[kind]
  )
}
