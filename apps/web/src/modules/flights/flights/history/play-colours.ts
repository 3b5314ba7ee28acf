import { seriesColors } from '@swath/fixtures/paper-palette'

/**
 * The colour of a drone in a playback with several drones, by its index. Drones with the same
 * colour are distinguished by their number.
 */
export const playColour = (index: number): string => seriesColors[index % seriesColors.length]!

/** Colours of several tracks shown together; a single one keeps the spraying colour. */
export const trackColours = (sortieIds: readonly string[]): ReadonlyMap<string, string> =>
  new Map(sortieIds.length < 2 ? [] : sortieIds.map((id, index) => [id, playColour(index)]))
