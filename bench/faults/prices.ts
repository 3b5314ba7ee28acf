/** Of the leases of a campaign. */
export const pricePerMuMinor = 1_000

/** A drone with earlier flights, which are not computed again while bits of them are changed. */
export const parkedDroneId = 'FC-PARKED'
