/** The phase of a drone, with the same names in the API, in the database and on the map. */
export type FlightPhase = 'offline' | 'ground' | 'flying' | 'spraying'

/** A drone is online while its last message is younger than this and it has not signed off. */
export const onlineMs = 30_000

/** The last known phase of a drone while it is online. NaN if no message was ever received. */
export const phaseAt = <Phase extends FlightPhase>(
  lastKnown: Phase,
  lastMessageMs: number,
  nowMs: number,
): Phase | 'offline' => (nowMs - lastMessageMs < onlineMs ? lastKnown : 'offline')

/** A drone in a simulated flight does not count as flying. */
export const countedPhase = (phase: FlightPhase, simulated: boolean): FlightPhase =>
  simulated && phase !== 'offline' ? 'ground' : phase
