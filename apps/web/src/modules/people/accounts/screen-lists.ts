import type { Screen } from '@swath/domain/access/screens'

/** Screens without their own menu entry, by the screen that links to them. */
const companions: Readonly<Partial<Record<Screen, readonly Screen[]>>> = {
  'unified-task-list': ['unified-task-drone-list', 'unified-task-chart'],
  'client-list': ['client-chart'],
  'data-stat-list': ['drone-statistics'],
  'stat-overview': ['stat-screen'],
}
/** Always granted: the landing page, and the page that explains what people see. */
export const alwaysThere: readonly Screen[] = ['monitor', 'account-detail']

/**
 * Converts the selected menu entries to the list to store. Screens in `before` that were not
 * offered are kept.
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
