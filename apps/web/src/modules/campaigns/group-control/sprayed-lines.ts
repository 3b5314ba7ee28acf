import type { Feature } from 'geojson'

type Trail = {
  readonly lng: readonly number[]
  readonly lat: readonly number[]
  readonly spraying: readonly boolean[]
}

/** Stretches of a trail on which it sprayed: what it does at a place, it does on the way to the next. */
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
