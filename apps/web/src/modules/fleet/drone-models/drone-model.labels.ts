import { droneModelList } from '@swath/contract/fleet/drone-models'

export const shapeLabels = droneModelList.columns.shape.labels
export const powerLabels = droneModelList.columns.power.labels

/** A single number, or a range. */
export const rangeText = ({ firstId, lastId }: { firstId: string; lastId: string }): string =>
  firstId === lastId ? firstId : `${firstId} – ${lastId}`
