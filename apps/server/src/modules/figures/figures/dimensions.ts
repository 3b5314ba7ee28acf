import {
  regionDimensions,
  timeDimensions,
  type Dimension,
  type RegionDimension,
  type TimeDimension,
} from '@swath/domain/figures'

export const isTime = (one: Dimension): one is TimeDimension =>
  (timeDimensions as readonly Dimension[]).includes(one)
export const isRegion = (one: Dimension): one is RegionDimension =>
  (regionDimensions as readonly Dimension[]).includes(one)
