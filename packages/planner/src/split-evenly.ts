// Splits a row of lengths into consecutive blocks, as evenly as possible.
//
// I. Bárány, V. S. Grinberg (Block partitions of sequences, Israel J. Math. 206, 2015): every row
// can be split into k blocks of which no two differ by more than its largest member. The search
// finds which ends can be reached if every block is in a window of that size.

import { toleranceM } from './plane.ts'

/**
 * The ends that blocks within the window reach, per number of blocks; null: the last end is not
 * reached. Each number only looks at ends that follow those of the number before.
 */
const reachEnds = (
  sums: Float64Array,
  blocks: number,
  least: number,
  most: number,
): Uint8Array[] | null => {
  const n = sums.length - 1
  const reached: Uint8Array[] = [new Uint8Array(n + 1)]
  reached[0]![0] = 1
  let [first, last] = [0, 0]
  for (let block = 1; block <= blocks; block++) {
    const from = reached[block - 1]!
    const to = new Uint8Array(n + 1)
    let [low, high] = [least < 0 ? 0 : first, first]
    let [firstEnd, lastEnd] = [n + 1, -1]
    for (let i = first; i <= last; i++) {
      if (from[i] === 0) continue
      while (low <= n && sums[low]! - sums[i]! < least) low++
      while (high <= n && sums[high]! - sums[i]! <= most) high++
      if (low >= high) continue
      to.fill(1, Math.max(low, lastEnd + 1), high)
      firstEnd = Math.min(firstEnd, low)
      lastEnd = high - 1
    }
    if (lastEnd < 0) return null
    reached.push(to)
    ;[first, last] = [firstEnd, lastEnd]
  }
  return reached[blocks]![n] === 1 ? reached : null
}

const walkBack = (
  sums: Float64Array,
  reached: readonly Uint8Array[],
  least: number,
  most: number,
): number[] => {
  const cuts: number[] = []
  let end = sums.length - 1
  for (let block = reached.length - 2; block > 0; block--) {
    let start = end
    while (
      start > 0 &&
      !(
        reached[block]![start] === 1 &&
        sums[end]! - sums[start]! >= least &&
        sums[end]! - sums[start]! <= most
      )
    )
      start--
    cuts.unshift(start)
    end = start
  }
  return cuts
}

const spreadOf = (sums: Float64Array, cuts: readonly number[]): number => {
  const ends = [0, ...cuts, sums.length - 1]
  const parts = ends.slice(1).map((end, i) => sums[end]! - sums[ends[i]!]!)
  return Math.max(...parts) - Math.min(...parts)
}

/** Windows that are tried: a few find an even split, many the one that just fits. */
const looks = [48, 2_000] as const

type Split = { readonly cuts: number[]; readonly spread: number }

const lookFor = (sums: Float64Array, blocks: number, largest: number, count: number): Split => {
  const even = sums.at(-1)! / blocks
  let best: Split | null = null
  for (let look = 0; look <= count; look++) {
    const least = even - (largest * look) / count - toleranceM
    // a window as wide as the largest member, and a step more, so that none falls between two
    const most = least + largest * (1 + 1 / count) + 2 * toleranceM
    const reached = reachEnds(sums, blocks, least, most)
    if (!reached) continue
    const cuts = walkBack(sums, reached, least, most)
    const spread = spreadOf(sums, cuts)
    if (!best || spread < best.spread) best = { cuts, spread }
    if (count > looks[0] && spread <= largest + toleranceM) break
  }
  return best!
}

/**
 * The index at which each block but the first begins, ascending. With fewer members than blocks the
 * last are empty.
 * @param lengths not negative
 * @param blocks 1 or more
 */
export const splitEvenly = (lengths: readonly number[], blocks: number): number[] => {
  const sums = new Float64Array(lengths.length + 1)
  for (const [i, length] of lengths.entries()) sums[i + 1] = sums[i]! + length
  if (blocks === 1) return []
  if (lengths.length <= blocks)
    return Array.from({ length: blocks - 1 }, (_, i) => Math.min(i + 1, lengths.length))
  const largest = Math.max(...lengths)
  const first = lookFor(sums, blocks, largest, looks[0])
  return (first.spread <= largest + toleranceM ? first : lookFor(sums, blocks, largest, looks[1]))
    .cuts
}
