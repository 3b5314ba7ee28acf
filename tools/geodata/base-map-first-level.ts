// Lines between the first-level areas of a country, and around those that two countries draw
// differently.
import {
  innerBorders,
  outline,
  splitLine,
  type BorderLine,
  type Depiction,
  type Views,
} from './base-map-borders.ts'
import {
  firstLevelCountries,
  firstLevelShapes,
  type FirstLevelShape,
} from './first-level-sources.ts'
import type { Packages } from './packages.ts'

const isKashmir = (iso: string): boolean => iso === 'IN-LA' || iso === 'IN-JK'

const pickIndianDepictions = (owners: readonly string[]): Depiction[] => {
  if (owners.includes('IN-AR'))
    return [
      { kind: 'first', views: 'in' },
      { kind: 'country', views: 'c' },
    ]
  // The line between Ladakh and Jammu and Kashmir runs partly beyond the line of control: drawn
  // where India draws it.
  return owners.every(isKashmir)
    ? [{ kind: 'first', views: 'n' }]
    : [{ kind: 'first', views: 'cin' }]
}

/**
 * India's outline round the whole of Jammu and Kashmir and Ladakh, where it is a border with
 * another country.
 */
const outlineKashmir = (india: readonly FirstLevelShape[]): BorderLine[] =>
  outline(india.filter(({ iso }) => isKashmir(iso))).flatMap((whole) =>
    splitLine(
      whole,
      ([lng, lat]): Views =>
        (lat > 32.95 && (lng < 75.6 || lat > 34 || lng > 78.35)) ||
        (lng > 78.6 && lat > 32.35) ||
        (lng < 75.3 && lat > 32.4)
          ? 'n'
          : '',
      (x, y) => x === y,
    ).map(({ value, line }) => ({ kind: 'country', views: value, line })),
  )

export const listFirstLevelBorders = (packages: Packages): BorderLine[] =>
  firstLevelCountries
    .map(({ alpha2, file }) => ({ alpha2, shapes: firstLevelShapes(packages, file) }))
    .flatMap(({ alpha2, shapes }) =>
      alpha2 === 'IN'
        ? [...innerBorders(shapes, pickIndianDepictions), ...outlineKashmir(shapes)]
        : innerBorders(shapes, () => [{ kind: 'first', views: 'cin' }]),
    )
