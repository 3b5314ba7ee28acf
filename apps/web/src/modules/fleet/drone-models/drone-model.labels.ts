import { droneModelList } from '@swath/contract/fleet/drone-models'

export const shapeLabels = droneModelList.columns.shape.words
export const powerLabels = droneModelList.columns.power.words

/** One number, or the first and the last. */
export const rangeText = ({ firstId, lastId }: { firstId: string; lastId: string }): string =>
  firstId === lastId ? firstId : `${firstId} – ${lastId}`
