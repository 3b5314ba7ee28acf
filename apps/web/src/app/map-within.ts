import type { SignedInUser } from '@swath/contract/people/access'
import type { Theme } from '@swath/contract/people/auth'
import type { Bounds } from '@swath/domain/lng-lat'
import { chinaMapBounds, liesWithin } from '@swath/domain/map-bounds'
import { CHINA_REGION, regionContains } from '@swath/domain/region-code'

/**
 * Minimum distance of a drone to the edge of the bounds, so that it can be moved out from under a
 * panel, degrees.
 */
const roomDeg = 1

/** Whether the map can be limited on this host for this person. */
export const mayHaveBounds = ({ name }: Theme, { adCode }: SignedInUser): boolean =>
  name === 'default' && regionContains(CHINA_REGION, adCode)

/**
 * The limit for panning the map; null: none (decision 060).
 *
 * @param own Around everything that the person sees; undefined: not known yet.
 */
export const mapWithin = (
  theme: Theme,
  user: SignedInUser,
  own: Bounds | null | undefined,
): Bounds | null => {
  if (own === undefined || !mayHaveBounds(theme, user)) return null
  return own === null || liesWithin(own, chinaMapBounds, roomDeg) ? chinaMapBounds : null
}
