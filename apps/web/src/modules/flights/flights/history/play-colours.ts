import { seriesColors } from '@swath/fixtures/paper-palette'

/**
 * Of the drones that are played together, by their place: the number beside it tells apart those of
 * one colour.
 */
export const playColour = (index: number): string => seriesColors[index % seriesColors.length]!

/** Of several tracks beside one another; one alone keeps the colour of spraying. */
export const trackColours = (sortieIds: readonly string[]): ReadonlyMap<string, string> =>
  new Map(sortieIds.length < 2 ? [] : sortieIds.map((id, index) => [id, playColour(index)]))
