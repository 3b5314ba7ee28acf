export type PlantedBug = {
  name: string
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  /** Test files below the root that must fail; the sweep if none is named. */
  tests?: readonly string[]
}

/** Layout that a formatter may change: white space, and a comma before a closing bracket. */
const isLayout = (text: string, at: number): boolean =>
  /\s/.test(text[at]!) || (text[at] === ',' && /^\s*[)\]}]/.test(text.slice(at + 1, at + 200)))

/** The significant characters of a text, and the position of each. */
const significant = (text: string): { letters: string; places: number[] } => {
  const places: number[] = []
  let letters = ''
  for (let at = 0; at < text.length; at++) {
    if (isLayout(text, at)) continue
    letters += text[at]
    places.push(at)
  }
  return { letters, places }
}

/** How often a piece of code occurs in a text, in any layout of either. */
export const countIn = (text: string, find: string): number =>
  significant(text).letters.split(significant(find).letters).length - 1

/** The text with the first such piece replaced, in any layout; unchanged where there is none. */
export const replaceIn = (text: string, find: string, replace: string): string => {
  const { letters, places } = significant(text)
  const wanted = significant(find).letters
  const at = letters.indexOf(wanted)
  if (at < 0) return text
  const end = places[at + wanted.length - 1]! + 1
  return `${text.slice(0, places[at])}${replace.trim()}${text.slice(end)}`
}
