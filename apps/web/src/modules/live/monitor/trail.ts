import type { LngLat } from '@swath/domain/lng-lat'
import type { MonitorDroneDetail } from '@swath/contract/live/monitor'
import type { LiveDrone } from '@swath/contract/live/live'
import type { Feature, FeatureCollection } from 'geojson'

/** The flown part of the current flight, oldest first. */
export type Trail = {
  readonly tMs: readonly number[]
  readonly places: readonly LngLat[]
  readonly spraying: readonly boolean[]
}

/** A silence of this length ends a flight (docs/architecture): the line is not drawn across it. */
const gapMs = 120_000
/** One hour at one point per second. */
const mostPoints = 3600

export const toTrail = ({ trail }: Pick<MonitorDroneDetail, 'trail'>): Trail => ({
  tMs: trail.recordTime,
  places: trail.lng.map((lng, i): LngLat => [lng, trail.lat[i]!]),
  spraying: trail.spraying,
})

/** Adds a newer point; an older one changes nothing, and a point on the ground ends the track. */
export const grow = (
  trail: Trail,
  { tMs, lng, lat, pumpOn, flight }: Pick<LiveDrone, 'tMs' | 'lng' | 'lat' | 'pumpOn' | 'flight'>,
): Trail => {
  if (tMs <= (trail.tMs.at(-1) ?? -Infinity) || flight === 'offline' || flight === 'ground')
    return trail
  const from = Math.max(0, trail.tMs.length + 1 - mostPoints)
  return {
    tMs: [...trail.tMs.slice(from), tMs],
    places: [...trail.places.slice(from), [lng, lat]],
    spraying: [...trail.spraying.slice(from), pumpOn],
  }
}

/** The flight as the server has it, plus the points received since. */
export const join = (loaded: Trail, heard: Trail): Trail => {
  const last = loaded.tMs.at(-1) ?? -Infinity
  const from = heard.tMs.findIndex((tMs) => tMs > last)
  return from < 0
    ? loaded
    : {
        tMs: [...loaded.tMs, ...heard.tMs.slice(from)],
        places: [...loaded.places, ...heard.places.slice(from)],
        spraying: [...loaded.spraying, ...heard.spraying.slice(from)],
      }
}

export const noTrail: Trail = { tMs: [], places: [], spraying: [] }

/** Lines by colour: the pump's state at a point applies until the next one. */
export const trailLines = ({ tMs, places, spraying }: Trail): FeatureCollection => {
  const features: Feature[] = []
  let line: LngLat[] = []
  const close = (isSpraying: boolean): void => {
    if (line.length > 1) {
      features.push({
        type: 'Feature',
        properties: { spraying: isSpraying ? 1 : 0 },
        geometry: { type: 'LineString', coordinates: line.map((place) => [...place]) },
      })
    }
  }
  for (const [i, place] of places.entries()) {
    if (i > 0 && tMs[i]! - tMs[i - 1]! > gapMs) {
      close(spraying[i - 1]!)
      line = []
    }
    line.push(place)
    const next = spraying[i]
    const before = i > 0 ? spraying[i - 1] : next
    if (line.length > 1 && next !== before) {
      close(before!)
      line = [place]
    }
  }
  close(spraying.at(-1) ?? false)
  return { type: 'FeatureCollection', features }
}
