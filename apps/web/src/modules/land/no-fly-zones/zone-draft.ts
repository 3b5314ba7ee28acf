// A zone's shape while it is drawn or typed: corners without the repeated last one, and incomplete
// values.
import type { ZoneShape } from '@swath/contract/land/no-fly-zones'
import type { LngLat } from '@swath/domain/lng-lat'
import { checkPolygon, type PolygonProblem } from '@swath/domain/polygon'
import type { Shape } from '../../../map/shapes.ts'

export type Corners = readonly LngLat[]
export type Draft =
  /** The outline, then its holes. */
  | { readonly kind: 'polygon'; readonly rings: readonly Corners[] }
  | { readonly kind: 'circle'; readonly center: LngLat | null; readonly radiusM: number | null }

export const emptyDraft = (kind: Draft['kind']): Draft =>
  kind === 'polygon' ? { kind, rings: [[]] } : { kind, center: null, radiusM: null }

/** About a centimetre: further digits are noise from drawing. */
const round7 = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
const roundPlace = ([lng, lat]: LngLat): LngLat => [round7(lng), round7(lat)]
const isSame = (a: LngLat | undefined, b: LngLat | undefined): boolean =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]

const toCorners = (ring: readonly LngLat[]): Corners => {
  const corners = ring.map(roundPlace)
  return corners.length > 1 && isSame(corners[0], corners.at(-1)) ? corners.slice(0, -1) : corners
}

export const toDraft = (shape: ZoneShape | null | undefined): Draft =>
  !shape
    ? emptyDraft('polygon')
    : shape.kind === 'circle'
      ? { kind: 'circle', center: roundPlace(shape.center), radiusM: shape.radiusM }
      : { kind: 'polygon', rings: shape.rings.map(toCorners) }

const closed = (corners: Corners): [number, number][] =>
  [...corners, corners[0]!].map(([lng, lat]) => [lng, lat])

/**
 * The shape for the API; null while the outline has under three corners or the circle no middle or
 * radius. Incomplete holes are left out.
 */
export const shapeOfDraft = (draft: Draft): ZoneShape | null => {
  if (draft.kind === 'circle')
    return draft.center && draft.radiusM !== null
      ? { kind: 'circle', center: [...draft.center], radiusM: draft.radiusM }
      : null
  const [outline, ...holes] = draft.rings
  if (!outline || outline.length < 3) return null
  return {
    kind: 'polygon',
    rings: [outline, ...holes.filter((hole) => hole.length >= 3)].map(closed),
  }
}

export const withRing = (
  draft: Draft & { kind: 'polygon' },
  active: number,
  corners: Corners,
): Draft & { kind: 'polygon' } => ({
  kind: 'polygon',
  rings:
    draft.rings.length <= active
      ? [...draft.rings, corners]
      : draft.rings.map((ring, i) => (i === active ? corners : ring)),
})

export const withoutRing = (
  draft: Draft & { kind: 'polygon' },
  active: number,
): Draft & { kind: 'polygon' } => ({
  kind: 'polygon',
  rings: active === 0 ? [[]] : draft.rings.filter((_ring, i) => i !== active),
})

export type ZoneProblem = { readonly problem: PolygonProblem; readonly at: LngLat | null }

/** Why the shape cannot be saved, and where; null if it can. */
export const problemOfShape = (shape: ZoneShape | null): ZoneProblem | null => {
  if (shape?.kind !== 'polygon') return null
  const check = checkPolygon(shape.rings)
  return check.ok ? null : { problem: check.problem, at: check.at }
}

/** Converts the shape for the map. */
export const mapShape = (shape: ZoneShape): Shape =>
  shape.kind === 'circle'
    ? { kind: 'circle', centre: shape.center, radiusM: shape.radiusM }
    : { kind: 'polygon', rings: shape.rings }
