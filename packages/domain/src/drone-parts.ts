// The parts of a drone, as the drone reports them (docs/device-protocol.md).

export const partKinds = [
  'flight-controller',
  'gnss',
  'radar',
  'battery',
  'pump',
  'nozzle',
  'motor',
  'data-link',
  'camera',
  'remote',
  'other',
] as const
export type PartKind = (typeof partKinds)[number]

export type DronePart = {
  readonly kind: PartKind
  /** As `toHwId` writes it. */
  readonly hwId: string
  readonly firmware: string | null
}

/** Maximum for one drone; further parts in a message are ignored. */
export const partsAtMost = 64

/**
 * The hardware number of a part in its form for comparison: capitals, no whitespace. Manufacturers
 * print it both ways, and people copy surrounding text along with it. Null: not a number.
 */
export const toHwId = (text: string): string | null => {
  const number = text.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '')
  return /^[A-Z0-9][A-Z0-9._:/-]{1,63}$/.test(number) ? number : null
}

const kinds: ReadonlySet<string> = new Set(partKinds)
/** An unknown kind is kept as `other`. */
export const toPartKind = (text: string): PartKind =>
  kinds.has(text) ? (text as PartKind) : 'other'
