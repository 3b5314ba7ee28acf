// Codes used in the API, and their names in code. The terms are defined in docs/glossary.md.
import { z } from 'zod'
import { ANOMALY_CODES, ANOMALY_TYPES } from '@swath/domain/anomaly-rules'

export const AccountTypeCode = z
  .literal([1, 2, 3, 4, 5])
  .describe('1 platform operator, 2 government, 3 manufacturer, 4 operator, 5 farmer')
export const UserTypeCode = z
  .literal([1, 2, 3, 4, 5, 6])
  .describe(
    '1 super admin, 2 pilot, 3 staff, 4 enterprise admin, 5 business admin, 6 lease manager',
  )
export const ReviewCode = z.literal([1, 2, 3]).describe('1 unaudited, 2 passed, 3 rejected')
export const NoFlyZoneTypeCode = z.literal([1, 2]).describe('1 other department, 2 civil aviation')
export const AnomalyTypeCode = z.literal(ANOMALY_CODES).describe(
  Object.entries(ANOMALY_TYPES)
    .map(([type, { code }]) => `${code} ${type}`)
    .join(', '),
)
/** The same code as a query parameter. */
export const AnomalyTypeFilter = z.enum(ANOMALY_CODES.map((code) => `${code}` as const))
export const WorkModeCode = z
  .literal([1, 2, 3, 4, 5])
  .describe('1 manual, 2 AB line, 3 planned route, 4 orchard, 5 edge')
export const ActivationCode = z
  .literal([0, 1, 2])
  .describe('0 debugging, 1 unactivated, 2 activated')
export const FlightState = z.enum(['offline', 'ground', 'flying', 'spraying'])
/** A drone's current activity, or its current problem. */
export const DroneCondition = z
  .enum([...FlightState.options, 'silent-spraying', 'silent-flying', 'low-battery', 'locked'])
  .describe(
    'A flight state, or: silent-spraying and silent-flying: no message for 10 s to 2 h after spraying or flying; low-battery: below 20 % in the air; locked: locked and switched on',
  )
export type DroneCondition = z.infer<typeof DroneCondition>
