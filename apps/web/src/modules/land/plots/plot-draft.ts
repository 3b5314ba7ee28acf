// A plot's shape while it is drawn or typed: corners without the repeated last one, and incomplete
// parts.
import type { LngLat } from '@swath/domain/lng-lat'
import { checkParts, type PartsCheck } from '@swath/domain/plot-parts'

export type Corners = readonly LngLat[]
/** Of each part the outline, then its holes. */
export type Draft = readonly (readonly Corners[])[]
/** The ring that is being drawn. */
export type At = { readonly part: number; readonly ring: number }
export type SentParts = [number, number][][][]

export const emptyDraft: Draft = [[[]]]
export const firstRing: At = { part: 0, ring: 0 }

/** About a centimetre: further digits are noise from drawing. */
const round7 = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

const toCorners = (ring: readonly (readonly [number, number])[]): Corners => {
  const corners = ring.map(([lng, lat]): LngLat => [round7(lng), round7(lat)])
  const [first, last] = [corners[0], corners.at(-1)]
  return corners.length > 1 && first![0] === last![0] && first![1] === last![1]
    ? corners.slice(0, -1)
    : corners
}

export const toDraft = (
  parts: readonly (readonly (readonly (readonly [number, number])[])[])[] | null | undefined,
): Draft => (parts && parts.length > 0 ? parts.map((part) => part.map(toCorners)) : emptyDraft)

/**
 * The parts for the API; null while no outline has three corners. Incomplete parts and holes are
 * left out.
 */
export const partsOfDraft = (draft: Draft): SentParts | null => {
  const parts = draft
    .filter(([outline]) => (outline?.length ?? 0) >= 3)
    .map((rings) =>
      rings
        .filter((ring) => ring.length >= 3)
        .map((ring) => [...ring, ring[0]!].map(([lng, lat]): [number, number] => [lng, lat])),
    )
  return parts.length > 0 ? parts : null
}

export const cornersAt = (draft: Draft, { part, ring }: At): Corners => draft[part]?.[ring] ?? []

export const withCorners = (draft: Draft, at: At, corners: Corners): Draft =>
  draft.map((rings, part) =>
    part === at.part ? rings.map((ring, i) => (i === at.ring ? corners : ring)) : rings,
  )

/** Adds an empty part, to be drawn. */
export const withPart = (draft: Draft): { draft: Draft; at: At } => ({
  draft: [...draft, [[]]],
  at: { part: draft.length, ring: 0 },
})

/** Adds an empty hole to a part, to be drawn. */
export const withHole = (draft: Draft, part: number): { draft: Draft; at: At } => ({
  draft: draft.map((rings, i) => (i === part ? [...rings, []] : rings)),
  at: { part, ring: draft[part]?.length ?? 0 },
})

/** Removes a hole, or a part if the ring is its outline. */
export const withoutRing = (draft: Draft, { part, ring }: At): Draft => {
  const left =
    ring > 0
      ? draft.map((rings, i) => (i === part ? rings.filter((_ring, j) => j !== ring) : rings))
      : draft.filter((_rings, i) => i !== part)
  return left.length > 0 ? left : emptyDraft
}

export const listRings = (draft: Draft): At[] =>
  draft.flatMap((rings, part) => rings.map((_ring, ring) => ({ part, ring })))

export type PlotProblem = Exclude<PartsCheck, { ok: true }>

/** Why the shape cannot be saved, and where; null if it can. */
export const problemOfParts = (parts: SentParts | null): PlotProblem | null => {
  const check = parts && checkParts(parts)
  return !check || check.ok ? null : check
}
