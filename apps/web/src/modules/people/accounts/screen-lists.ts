import type { Screen } from '@swath/domain/access/screens'

/** Screens without an entry of their own in the menu, by the one that leads to them. */
const companions: Readonly<Partial<Record<Screen, readonly Screen[]>>> = {
  'unified-task-list': ['unified-task-drone-list', 'unified-task-chart'],
  'client-list': ['client-chart'],
  'data-stat-list': ['drone-statistics'],
  'stat-overview': ['stat-screen'],
}
/**
 * Nobody is left without them: where people land, and where they read why they see what they see.
 */
export const alwaysThere: readonly Screen[] = ['monitor', 'account-detail']

/**
 * What is chosen in the menu's words, as the list that is kept. `before`: screens that the choice
 * does not show stay as they were.
 */
export const toScreenList = (
  chosen: readonly Screen[],
  offered: readonly Screen[],
  before: readonly Screen[],
): Screen[] => {
  const shown = new Set(offered.flatMap((screen) => [screen, ...(companions[screen] ?? [])]))
  return [
    ...new Set([
      ...alwaysThere,
      ...chosen.flatMap((screen) => [screen, ...(companions[screen] ?? [])]),
      ...before.filter((screen) => !shown.has(screen)),
    ]),
  ]
}
