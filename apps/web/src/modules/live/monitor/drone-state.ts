import type { Flight } from '../../../ui/flight-badge.tsx'

export const isAirborne = (flight: Flight): boolean => flight === 'flying' || flight === 'spraying'

/** A drone tells its place each second: after this it is silent. */
export const lateS = 10
