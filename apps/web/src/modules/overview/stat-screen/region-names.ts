// Names of regions below the bars, where there is little space.

/** Total width for names, in letters: domestic regions use the full width, overseas ones a part. */
const roomLetters = { domestic: 48, overseas: 28 } as const

/** Width in Latin letters; Chinese characters are twice as wide. */
const widthOf = (line: string): number =>
  line.length + (line.match(/\p{Script=Han}/gu)?.length ?? 0)

/** Breaks a long name, such as South Korea, into two lines. */
export const breakName = (name: string): string =>
  widthOf(name) > 9 ? name.replace(' ', '\n') : name

/** How many of these names fit side by side; if there are more, they are slanted. */
export const countStraightNames = (
  names: readonly string[],
  place: keyof typeof roomLetters,
): number => {
  const widest = Math.max(1, ...names.flatMap((name) => name.split('\n').map(widthOf)))
  return Math.floor(roomLetters[place] / widest)
}
