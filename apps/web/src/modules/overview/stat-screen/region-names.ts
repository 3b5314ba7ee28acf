// Names of regions below the bars of the small screen, where there is little space.

/** Letters side by side: the regions at home have the whole width, those abroad leave some. */
const roomLetters = { domestic: 48, overseas: 28 } as const

/** In Latin letters; a Chinese one is as wide as two. */
const widthOf = (line: string): number =>
  line.length + (line.match(/\p{Script=Han}/gu)?.length ?? 0)

/** Breaks a long name into two lines: South Korea. */
export const breakName = (name: string): string =>
  widthOf(name) > 9 ? name.replace(' ', '\n') : name

/** How many of such names there is room for; where there are more, they are slanted. */
export const countStraightNames = (
  names: readonly string[],
  place: keyof typeof roomLetters,
): number => {
  const widest = Math.max(1, ...names.flatMap((name) => name.split('\n').map(widthOf)))
  return Math.floor(roomLetters[place] / widest)
}
