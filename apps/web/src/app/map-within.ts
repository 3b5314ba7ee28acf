import type { SignedInUser } from '@swath/contract/access'
import type { Theme } from '@swath/contract/auth'
import type { Bounds } from '@swath/domain/lng-lat'
import { CHINA_REGION, regionContains } from '@swath/domain/region-code'

/**
 * China with room around it for panels. West, east and north as the specification has them
 * (section 9); the south reaches on to the islands that are counties of Sansha.
 */
const china: Bounds = { minLng: 49.88, minLat: 3.4, maxLng: 135.23, maxLat: 67.33 }

/** What the map does not leave; null: it goes everywhere (decision 060). */
export const mapWithin = ({ name }: Theme, { accountType, adCode }: SignedInUser): Bounds | null =>
  name === 'default' && accountType === 'government' && regionContains(CHINA_REGION, adCode)
    ? china
    : null
