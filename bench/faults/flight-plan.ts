// The flights of the campaign's drones: every position and time follows from the drone's number and
// the point's number, so that stored points and areas can be compared with what was sent.

export const pointsInFlight = 42
const stepM = 0.625
export const swathWidthM = 5
/** A drone sprays 5 m/s. */
const stepMs = 125
const onGroundMs = 700
const flightMs = pointsInFlight * stepMs + onGroundMs
const metresInDegree = 111_320

export type Moment = { tMs: number; lng: number; lat: number }

const originOf = (drone: number): { lng: number; lat: number } => ({
  lng: 120.05,
  lat: 30.2 + drone * 0.05,
})

/** Where and when a drone reports its point `n` of all its flights. */
export const pointOf = (drone: number, startMs: number, n: number): Moment => {
  const flight = Math.floor(n / pointsInFlight)
  const k = n % pointsInFlight
  const { lng, lat } = originOf(drone)
  const rowLat = lat + flight * 1e-4
  // There and back, so that each flight begins near the end of the one before.
  const stepsEast = flight % 2 === 0 ? k : pointsInFlight - 1 - k
  const degreesInMetre = 1 / (metresInDegree * Math.cos((lat * Math.PI) / 180))
  return {
    tMs: startMs + flight * flightMs + k * stepMs,
    lng: Number((lng + stepsEast * stepM * degreesInMetre).toFixed(7)),
    lat: Number(rowLat.toFixed(7)),
  }
}

export const takeOffOf = (startMs: number, flight: number): number =>
  startMs + flight * flightMs - 200
export const landingOf = (startMs: number, flight: number): number =>
  startMs + flight * flightMs + pointsInFlight * stepMs

/** The ground that a complete flight covers: a straight strip. */
export const areaOfFlightM2 = (pointsInFlight - 1) * stepM * swathWidthM

/** Whether a drone has a planned point there, before its point `n`. */
export const isOnPlan = (drone: number, n: number, lng: number, lat: number): boolean => {
  const origin = originOf(drone)
  const flight = Math.round((lat - origin.lat) / 1e-4)
  if (flight < 0 || flight > Math.floor(n / pointsInFlight)) return false
  return Array.from({ length: pointsInFlight }, (_, k) =>
    pointOf(drone, 0, flight * pointsInFlight + k),
  ).some((point) => Math.abs(point.lng - lng) < 2e-7 && Math.abs(point.lat - lat) < 2e-7)
}
