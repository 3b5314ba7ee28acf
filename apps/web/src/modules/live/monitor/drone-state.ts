import type { Flight } from '../../../ui/flight-badge.tsx'

export const isAirborne = (flight: Flight): boolean => flight === 'flying' || flight === 'spraying'

/** A drone reports its position each second: after this many seconds it counts as silent. */
export const lateS = 10
