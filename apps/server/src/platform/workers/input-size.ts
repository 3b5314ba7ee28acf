// Estimates the bytes of an input, without reading all of a large one.

const partsAtMost = 10_000

/** Infinity if it has so many parts that it is large in any case. */
export const estimateBytes = (input: unknown): number => {
  let bytes = 0
  let parts = 0
  const left: unknown[] = [input]
  while (left.length > 0) {
    const value = left.pop()
    if (++parts + left.length > partsAtMost) return Infinity
    if (typeof value === 'string') bytes += 2 * value.length
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) bytes += value.byteLength
    else if (Array.isArray(value)) {
      if (value.length > partsAtMost) return Infinity
      left.push(...(value as unknown[]))
    } else if (value instanceof Map) left.push(...value.keys(), ...value.values())
    else if (value instanceof Set) left.push(...value)
    else if (typeof value === 'object' && value !== null) left.push(...Object.values(value))
    else bytes += 8
  }
  return bytes
}
