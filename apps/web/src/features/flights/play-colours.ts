import { seriesColors } from '../../ui/theme.ts'

/** Of the drones that are played together, by their place: the number beside it tells apart those of one colour. */
export const playColour = (index: number): string => seriesColors[index % seriesColors.length]!
