import { LocalPlane } from '@swath/domain/lng-lat'
import { useMemo } from 'react'
import { useMapLayer, useMapPalette } from '../../../map/map-context.ts'
import { fontStack } from '../../../map/map-fonts.ts'
import { palettes } from '../../../map/map-palette.ts'
import type { MapLayer, StyleValue } from '../../../map/map-types.ts'
import { colourOf } from './plan-on-map.tsx'

type Start = {
  readonly position: number
  readonly name: string
  readonly at: readonly [number, number]
}

/** Starts closer than this share one label: drones start some metres apart, m. */
const togetherM = 80
/** More names than this take a second column. */
const linesAtMost = 6

export const gatherStarts = (starts: readonly Start[]): Start[][] => {
  const groups: Start[][] = []
  for (const start of starts) {
    const group = groups.find(([first]) => {
      const [x, y] = new LocalPlane(first!.at[0], first!.at[1]).toPlane(start.at)
      return Math.hypot(x, y) < togetherM
    })
    if (group) group.push(start)
    else groups.push([start])
  }
  return groups
}

/** One name a line, each after a dot in the colour of the drone. */
const toText = (group: readonly Start[]): StyleValue => {
  const columns = Math.ceil(group.length / linesAtMost)
  return [
    'format',
    ...group.flatMap(({ name, position }, index): StyleValue[] => {
      const isLast = index === group.length - 1
      const end = isLast ? '' : (index + 1) % columns === 0 ? '\n' : '  '
      return ['● ', { 'text-color': colourOf(position) }, `${name}${end}`, {}]
    }),
  ]
}

/**
 * The names of the drones where they start, those that start together in one label. Above the live
 * drones, whose own names give way to it.
 */
export const StartNames = ({ starts }: { starts: readonly Start[] }) => {
  const { label, halo } = palettes[useMapPalette()]
  useMapLayer(
    useMemo((): MapLayer => {
      const groups = gatherStarts(starts)
      return {
        id: 'group-starts',
        slot: 'drafts',
        sources: {
          starts: {
            data: {
              type: 'FeatureCollection',
              features: groups.map(([first], group) => ({
                type: 'Feature',
                properties: { group },
                geometry: { type: 'Point', coordinates: [...first!.at] },
              })),
            },
          },
        },
        styleLayers: groups.map((group, index) => ({
          id: `names-${index}`,
          source: 'starts',
          kind: 'symbol',
          filter: ['==', ['get', 'group'], index],
          layout: {
            'text-field': toText(group),
            'text-font': fontStack('zh-CN'),
            'text-size': 12,
            'text-justify': 'left',
            'text-anchor': 'top',
            'text-offset': [0, 1],
            'text-max-width': 40,
            'text-allow-overlap': true,
          },
          paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 2 },
        })),
      }
    }, [starts, label, halo]),
  )
  return null
}
