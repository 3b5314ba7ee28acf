// How live drones and their counts look on the map.
import { fontStack } from '../../map/map-fonts.ts'
import { palettes, statusColors, type PaletteName } from '../../map/map-palette.ts'
import type { MapStyleLayer } from '../../map/map-types.ts'

/** A disc with a number, for what a source counts. */
const counts = (source: 'clusters' | 'groups', palette: PaletteName): MapStyleLayer[] => {
  const { rim } = palettes[palette]
  return [
    {
      id: source,
      source,
      kind: 'circle',
      clickable: true,
      paint: {
        'circle-color': statusColors.flying,
        'circle-opacity': 0.92,
        'circle-stroke-color': rim,
        'circle-stroke-width': 2,
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['log10', ['max', 1, ['get', 'count']]],
          0,
          11,
          1,
          14,
          2,
          18,
          3,
          24,
          4,
          30,
        ],
      },
    },
    {
      id: `${source}-counts`,
      source,
      kind: 'symbol',
      layout: {
        'text-field': ['get', 'text'],
        'text-font': fontStack('en'),
        'text-size': 12.5,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': statusColors.lockGround },
    },
  ]
}

/** Around the drone that is chosen. */
const ring = (palette: PaletteName): MapStyleLayer => {
  const colour = palette === 'dark' ? palettes.dark.label : statusColors.selected
  return {
    id: 'ring',
    source: 'selected',
    kind: 'circle',
    paint: {
      'circle-radius': 19,
      'circle-color': colour,
      'circle-opacity': 0.1,
      'circle-stroke-color': colour,
      'circle-stroke-width': 2,
    },
  }
}

/** Each drone: its sign by what it does, its padlock and its name. */
const drones = (palette: PaletteName): MapStyleLayer[] => {
  const { rim, halo, label } = palettes[palette]
  const size = ['interpolate', ['linear'], ['zoom'], 3, 0.62, 9, 0.8, 14, 1] as const
  return [
    {
      id: 'simulated',
      source: 'drones',
      kind: 'circle',
      filter: ['==', ['get', 'simulated'], 1],
      paint: {
        'circle-radius': 14,
        'circle-color': halo,
        'circle-opacity': 0.6,
        'circle-stroke-color': label,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'statuses',
      source: 'drones',
      kind: 'symbol',
      clickable: true,
      layout: {
        'icon-image': ['concat', 'drone-', ['get', 'status'], `-${rim}`],
        'icon-size': size,
        'icon-rotate': ['get', 'headingDeg'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'symbol-sort-key': ['get', 'rank'],
      },
    },
    {
      id: 'padlocks',
      source: 'drones',
      kind: 'symbol',
      filter: ['==', ['get', 'locked'], 1],
      minZoom: 6,
      layout: {
        'icon-image': 'drone-padlock',
        'icon-size': 0.8,
        'icon-offset': [13, 13],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    {
      id: 'names',
      source: 'drones',
      kind: 'symbol',
      minZoom: 12,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fontStack('zh-CN'),
        'text-size': 12,
        'text-offset': [0, 1.6],
        'text-anchor': 'top',
        'text-optional': true,
      },
      paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.6 },
    },
  ]
}

export const liveStyleLayers = (palette: PaletteName): MapStyleLayer[] => [
  ...counts('clusters', palette),
  ...counts('groups', palette),
  ring(palette),
  ...drones(palette),
]
