import { seriesColors } from '@swath/fixtures/paper-palette'

/**
 * The colour of a drone that is played with others, by its position; a number distinguishes drones
 * of the same colour.
 */
export const playColour = (index: number): string => seriesColors[index % seriesColors.length]!

/** Colours of several tracks shown together; a single one keeps the spraying colour. */
export const trackColours = (sortieIds: readonly string[]): ReadonlyMap<string, string> =>
  new Map(sortieIds.length < 2 ? [] : sortieIds.map((id, index) => [id, playColour(index)]))
