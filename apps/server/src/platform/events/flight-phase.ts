/** What a drone does; the same four words on the wire, in the database and on the map. */
export type FlightPhase = 'offline' | 'ground' | 'flying' | 'spraying'
