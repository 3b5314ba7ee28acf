/** Format of a record's bytes. The numbers are stored: never renumber. */
export const recordKinds = {
  'track': 1,
  'track.pb': 2,
  'event': 3,
  'event.pb': 4,
  'state': 5,
  'state.pb': 6,
} as const
export type RecordKind = keyof typeof recordKinds
