import {
  buildReport,
  type Fact,
  type FactName,
  type FirmwareReport,
  type Problem,
} from './report.ts'

/** No board has more memory, so an image that unpacks to more is invalid. */
const mostImageBytes = 268_435_456

const unpackedBytes = async (packed: Uint8Array<ArrayBuffer>): Promise<number> => {
  let size = 0
  for await (const part of new Response(packed).body!.pipeThrough(
    new DecompressionStream('deflate'),
  )) {
    size += (part as Uint8Array).length
    if (size > mostImageBytes) throw new RangeError('too large for an image')
  }
  return size
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/**
 * Inspects the JSON that ArduPilot's and PX4's tools wrap around a packed image (px_mkfw.py). The
 * image is unpacked to check that it is complete.
 */
export const inspectBoardImage = async (text: string): Promise<FirmwareReport | null> => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // Truncated JSON is still recognised by its beginning.
    const cut =
      /^\s*\{[^{}]*"magic"\s*:\s*"(APJFWv1|PX4FWv1)"/.exec(text) ??
      /^\s*\{[^{}]*"(board_id)"\s*:/.exec(text)
    return cut
      ? buildReport(cut[1] === 'PX4FWv1' ? 'px4' : 'apj', [], [{ code: 'bad_json' }])
      : null
  }
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    !('board_id' in parsed) ||
    !('image' in parsed)
  )
    return null
  const json = parsed as Readonly<Record<string, unknown>>
  const factsOf = (name: FactName, key: string): Fact[] => {
    const value = json[key]
    return typeof value === 'number' || (typeof value === 'string' && value !== '')
      ? [{ name, value: typeof value === 'string' ? value.slice(0, 200) : value }]
      : []
  }
  const problems: Problem[] = []
  const facts = [
    ...factsOf('boardId', 'board_id'),
    ...factsOf('boardRevision', 'board_revision'),
    ...factsOf('description', 'summary'),
    ...factsOf('version', 'version'),
    ...factsOf('commit', 'git_identity').concat(factsOf('commit', 'git_hash')).slice(0, 1),
    ...factsOf('imageBytes', 'image_size'),
    ...factsOf('flashBytes', 'image_maxsize'),
  ]
  try {
    const packed = fromBase64(String(json['image']))
    facts.push({ name: 'packedBytes', value: packed.length })
    const size = await unpackedBytes(packed)
    const announced = json['image_size']
    // Uploaders pad the image to whole words.
    if (typeof announced === 'number' && (size < announced || size - announced > 3))
      problems.push({ code: 'image_size', expected: announced, found: size })
  } catch {
    // Invalid base64, or an invalid, damaged or oversized zlib stream: the image cannot be used.
    problems.push({ code: 'bad_image' })
  }
  return buildReport(json['magic'] === 'PX4FWv1' ? 'px4' : 'apj', facts, problems)
}
