/**
 * The position of a layer on the map, from the ground up; all slots are above the names of the base
 * map. A feature names its slot, and this list alone determines the drawing order.
 */
export const mapSlots = [
  'plots',
  'covered-ground',
  'zones',
  'zone-corners',
  'trail',
  'route',
  'past-alarms',
  'tracks',
  'track-marks',
  'places',
  'hovered-drone',
  'live-drones',
  'alarms',
  'drafts',
] as const

export type MapSlot = (typeof mapSlots)[number]

/** Higher is nearer to the eye. */
export const slotHeight = (slot: MapSlot): number => mapSlots.indexOf(slot)
