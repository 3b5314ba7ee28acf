import { stored } from './stored.ts'

/** How much of the page the map next to it takes, percent: as its width, or as the band below. */
export type MapShare = { readonly beside: number; readonly below: number }

export const mapShareLimits = { least: 20, most: 75 } as const
export const usualMapShare: MapShare = { beside: 42, below: 40 }

export const clampMapShare = (percent: number): number =>
  Math.min(mapShareLimits.most, Math.max(mapShareLimits.least, Math.round(percent)))

/** As the person last dragged it in this browser. */
export const mapShare = stored<MapShare>('mapShare', (kept) => {
  const { beside, below } = { ...usualMapShare, ...(kept as Partial<MapShare> | undefined) }
  return { beside: clampMapShare(Number(beside) || 0), below: clampMapShare(Number(below) || 0) }
})
