// Tuples of a KML, as programs write them: longitude, latitude and a height that may be missing.
import type { LngLat } from '@swath/domain/lng-lat'

const readNumber = (text: string | undefined): number =>
  text === undefined || text === '' ? NaN : Number(text)

/**
 * Numbers per place, for a list that does not mark where a place ends: the size that closes the
 * ring, else two.
 */
const guessSize = (numbers: readonly string[]): 2 | 3 => {
  const fits = ([2, 3] as const).filter((size) => numbers.length % size === 0)
  const isClosed = (size: number): boolean =>
    numbers.length > size * 3 &&
    numbers[0] === numbers.at(-size) &&
    numbers[1] === numbers.at(-size + 1)
  return fits.find(isClosed) ?? fits[0] ?? 2
}

const cut = (numbers: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(numbers.length / size) }, (_, i) =>
    numbers.slice(i * size, (i + 1) * size),
  )

/**
 * Splits numbers that have commas between them. Up to three are one place. More are several places,
 * with a comma between or after them too; `chunks` are the numbers as also separated by blanks
 * after commas.
 */
const splitGroup = (chunks: readonly (readonly string[])[]): (readonly string[])[] => {
  const numbers = chunks.flat()
  if (numbers.length <= 3) return numbers.length === 0 ? [] : [numbers]
  if (chunks.every(({ length }) => length === 2 || length === 3)) return [...chunks]
  return cut(numbers, guessSize(numbers))
}

/** Places and their heights; NaN where there is no height. */
export const readCoordinates = (text: string): { places: LngLat[]; heightsM: number[] } => {
  // A blank separates places; one next to a comma may or may not.
  const tuples = text
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll(', ', ',\n')
    .split(' ')
    .flatMap((group) =>
      splitGroup(
        group
          .split('\n')
          .map((chunk) => chunk.replace(/^,+|,+$/g, ''))
          .filter((chunk) => chunk !== '')
          .map((chunk) => chunk.split(',')),
      ),
    )
  return {
    places: tuples.map(([lng, lat]): LngLat => [readNumber(lng), readNumber(lat)]),
    heightsM: tuples.map(([, , height]) => readNumber(height)),
  }
}
