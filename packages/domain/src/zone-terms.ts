// Terms of zone declarations, from ED-269 (EUROCAE, 2020) and ED-318.

/** Whether drones must stay out of a zone, or stay inside it. */
export const zoneKinds = ['stay_out', 'stay_in'] as const
export type ZoneKind = (typeof zoneKinds)[number]

/** How strictly a zone keeps drones out, the strictest first. */
export const zoneRestrictions = [
  'prohibited',
  'req_authorisation',
  'conditional',
  'no_restriction',
] as const
export type ZoneRestriction = (typeof zoneRestrictions)[number]

export const zoneReasons = [
  'air_traffic',
  'sensitive',
  'privacy',
  'population',
  'nature',
  'noise',
  'foreign_territory',
  'emergency',
  'other',
] as const
export type ZoneReason = (typeof zoneReasons)[number]

/** Why to contact an authority: to request authorisation, to notify it, or for information. */
export const authorityPurposes = ['authorisation', 'notification', 'information'] as const
export type AuthorityPurpose = (typeof authorityPurposes)[number]

/** From where a limit is measured: the ground below, or mean sea level. */
export const verticalReferences = ['ground', 'sea'] as const
export type VerticalReference = (typeof verticalReferences)[number]
