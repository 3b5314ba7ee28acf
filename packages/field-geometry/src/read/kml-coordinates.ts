// Tuples of a KML, as programs write them: longitude, latitude and a height that may be missing.
import type { LngLat } from '@swath/domain/lng-lat'

const readNumber = (text: string | undefined): number =>
  text === undefined || text === '' ? NaN : Number(text)

/** Of a list of numbers without a sign where a place ends: by what closes the ring, else by twos. */
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
 * Numbers between which there are commas. Three at most are one place. More are several, with a
 * comma between or behind them too: `chunks` are parted by a blank behind a comma as well.
 */
const splitGroup = (chunks: readonly (readonly string[])[]): (readonly string[])[] => {
  const numbers = chunks.flat()
  if (numbers.length <= 3) return numbers.length === 0 ? [] : [numbers]
  if (chunks.every(({ length }) => length === 2 || length === 3)) return [...chunks]
  return cut(numbers, guessSize(numbers))
}

/** Places and their heights; NaN where there is no height. */
export const readCoordinates = (text: string): { places: LngLat[]; heightsM: number[] } => {
  // A blank parts places, but for one before or behind a comma, which may do either.
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
