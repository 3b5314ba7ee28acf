// JSON as one value, or one value a line (RFC 8142, NDJSON).
import { UnreadableGeometry } from '../feature.ts'
import { LIMITS } from '../limits.ts'
import type { ParsedFeatures } from '../parsed-features.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // cut off, or no JSON at all
    return undefined
  }
}

/** Values, each after a record separator, or else one per line. */
const splitSequence = (text: string): string[] =>
  (text.includes('\u001E') ? text.split('\u001E') : text.split(/\r?\n/))
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * A sequence is returned as the list of its values. Invalid lines are counted as unreadable rows; a
 * text whose first line is no value is damaged.
 * @throws UnreadableGeometry
 */
export const parseJson = (text: string, to: ParsedFeatures): unknown => {
  const whole = parse(text)
  if (whole !== undefined) return whole
  const lines = splitSequence(text)
  if (lines.length < 2 || typeof parse(lines[0]!) !== 'object')
    throw new UnreadableGeometry('damaged')
  const values: unknown[] = []
  for (const line of lines.slice(0, LIMITS.features + 1)) {
    const value = parse(line)
    if (value === undefined) to.notes.add('cut_off')
    else values.push(value)
  }
  return values
}
