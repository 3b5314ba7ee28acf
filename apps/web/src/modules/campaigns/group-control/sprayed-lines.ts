import type { Feature } from 'geojson'

type Trail = {
  readonly lng: readonly number[]
  readonly lat: readonly number[]
  readonly spraying: readonly boolean[]
}

/** The sprayed parts of a track. A point's pump state applies until the next point. */
export const sprayedLines = ({ lng, lat, spraying }: Trail): Feature[] => {
  const lines: [number, number][][] = []
  for (let i = 1; i < lng.length; i++) {
    if (!spraying[i - 1]) continue
    const last = lines.at(-1)
    if (i > 1 && spraying[i - 2] && last) last.push([lng[i]!, lat[i]!])
    else
      lines.push([
        [lng[i - 1]!, lat[i - 1]!],
        [lng[i]!, lat[i]!],
      ])
  }
  return lines.map((coordinates) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates },
  }))
}
