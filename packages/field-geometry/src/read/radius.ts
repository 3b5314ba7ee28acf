import type { LngLat } from '@swath/domain/lng-lat'
import type { Problem, ParsedGeometry } from '../feature.ts'
import { about, broken } from '../problems.ts'
import type { ParsedFeatures } from '../parsed-features.ts'
import { metresPerUnit, type Length } from './units.ts'

/**
 * A circle by a radius in its own unit. The unit that a person chose is used if the file states
 * none, or one that is not understood. `isOpen`: it also overrides the file's unit, which may refer
 * to something else.
 */
export const readRadius = (
  center: LngLat,
  { number, unit }: Length,
  { says, notes }: Pick<ParsedFeatures, 'says' | 'notes'>,
  isOpen = false,
): { geometry: ParsedGeometry; problems: Problem[] } => {
  const own = metresPerUnit(unit)
  const said = metresPerUnit(says.radiusUnit)
  const metres = Number.isNaN(own) || isOpen ? (Number.isNaN(said) ? own : said) : own
  if (!Number.isNaN(metres))
    return {
      geometry: { kind: 'circle', center, radiusM: Math.round(number * metres * 1e3) / 1e3 },
      problems: [],
    }
  if (unit !== '')
    return {
      geometry: { kind: 'none', found: 'Circle' },
      problems: [about(unit, broken('unknown_radius_unit'))],
    }
  if (number > 0) notes.add('radius_unit_missing')
  return { geometry: { kind: 'circle', center, radiusM: number }, problems: [] }
}
