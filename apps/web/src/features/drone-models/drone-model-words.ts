import type { DroneModel } from '@swath/contract/drone-models'

export const shapeWords: Readonly<Record<DroneModel['shape'], string>> = {
  single: 'drone-models:shapeSingle',
  dual: 'drone-models:shapeDual',
  three: 'drone-models:shapeThree',
  four: 'drone-models:shapeFour',
  six: 'drone-models:shapeSix',
  eight: 'drone-models:shapeEight',
  other: 'drone-models:shapeOther',
}
export const powerWords: Readonly<Record<DroneModel['power'], string>> = {
  electric: 'drone-models:powerElectric',
  oil: 'drone-models:powerOil',
  hybrid: 'drone-models:powerHybrid',
}

/** One number, or the first and the last. */
export const rangeText = ({ firstId, lastId }: { firstId: string; lastId: string }): string =>
  firstId === lastId ? firstId : `${firstId} – ${lastId}`
