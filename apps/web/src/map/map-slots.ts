/**
 * Drawing order of the features' layers from the bottom to the top. All but `regions` are above the
 * names of the base map. A feature names its slot; this list alone determines the order.
 */
export const mapSlots = [
  'regions',
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

/** A higher number is drawn later. */
export const slotHeight = (slot: MapSlot): number => mapSlots.indexOf(slot)
