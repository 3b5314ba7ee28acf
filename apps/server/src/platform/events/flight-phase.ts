/** What a drone does; the same four words on the wire, in the database and on the map. */
export type FlightPhase = 'offline' | 'ground' | 'flying' | 'spraying'

/** A drone is online while its last message is younger than this and it has not signed off. */
export const onlineMs = 30_000

/** What was last known of a drone, while it is online. NaN: nothing was ever heard of it. */
export const phaseAt = <Phase extends FlightPhase>(
  lastKnown: Phase,
  lastMessageMs: number,
  nowMs: number,
): Phase | 'offline' => (nowMs - lastMessageMs < onlineMs ? lastKnown : 'offline')

/** Nobody has a flight in the air with whom somebody practises in a simulator. */
export const countedPhase = (phase: FlightPhase, simulated: boolean): FlightPhase =>
  simulated && phase !== 'offline' ? 'ground' : phase
