// How live drones and their counts look on the map.
import { fontStack } from '../../../map/map-fonts.ts'
import { palettes, statusColors, type PaletteName } from '../../../map/map-palette.ts'
import type { MapStyleLayer, StyleValue } from '../../../map/map-types.ts'
import { alarmColors } from '../../../lib/theme.ts'

/**
 * From this zoom on icons may overlap, since they are as large as the drones. Below it icons are
 * only drawn where there is room, by priority; other drones are dots.
 */
const crowdedToZoom = 14

/** The sign for several drones, and their number. */
const counts = (source: 'clusters' | 'groups', palette: PaletteName): MapStyleLayer => ({
  id: source,
  source,
  kind: 'symbol',
  clickable: true,
  layout: {
    'icon-image': ['get', 'sign'],
    'icon-allow-overlap': true,
    'text-field': ['get', 'text'],
    'text-font': fontStack('en'),
    'text-size': 12.5,
    'text-allow-overlap': true,
    'symbol-sort-key': ['get', 'count'],
  },
  paint: { 'text-color': palettes[palette].label },
})

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

const byStatus: StyleValue = [
  'match',
  ['get', 'status'],
  'spraying',
  statusColors.spraying,
  'flying',
  statusColors.flying,
  'ground',
  statusColors.ground,
  statusColors.offline,
]
const byAlarm: StyleValue = [
  'match',
  ['get', 'alarm'],
  1,
  alarmColors[1],
  2,
  alarmColors[2],
  alarmColors[3],
]

/** Every drone, regardless of overlaps; hollow if offline. */
const dots = (palette: PaletteName): MapStyleLayer => ({
  id: 'dots',
  source: 'drones',
  kind: 'circle',
  clickable: true,
  paint: {
    'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 2.4, crowdedToZoom, 4],
    'circle-color': ['match', ['get', 'status'], 'offline', palettes[palette].halo, byStatus],
    'circle-stroke-color': ['match', ['get', 'status'], 'offline', byStatus, palettes[palette].rim],
    'circle-stroke-width': 1.2,
  },
})

const simulated = (palette: PaletteName): MapStyleLayer => ({
  id: 'simulated',
  source: 'drones',
  kind: 'circle',
  filter: ['==', ['get', 'simulated'], 1],
  minZoom: 12,
  paint: {
    'circle-radius': 14,
    'circle-color': palettes[palette].halo,
    'circle-opacity': 0.6,
    'circle-stroke-color': palettes[palette].label,
    'circle-stroke-width': 1.5,
  },
})

/**
 * Icons by activity, with names. Where room is short, lower sort keys have priority; where icons
 * may overlap, higher ones are on top.
 */
const signs = (palette: PaletteName): MapStyleLayer => {
  const { rim, halo, label } = palettes[palette]
  return {
    id: 'signs',
    source: 'drones',
    kind: 'symbol',
    clickable: true,
    layout: {
      'icon-image': ['concat', 'drone-', ['get', 'status'], `-${rim}`],
      'icon-size': ['interpolate', ['linear'], ['zoom'], 3, 0.62, 9, 0.72, crowdedToZoom, 1],
      'icon-rotate': ['get', 'headingDeg'],
      'icon-rotation-alignment': 'map',
      'icon-padding': 0,
      'icon-allow-overlap': ['step', ['zoom'], false, crowdedToZoom, true],
      'symbol-sort-key': ['step', ['zoom'], ['-', ['get', 'rank']], crowdedToZoom, ['get', 'rank']],
      'text-field': ['step', ['zoom'], '', 12, ['get', 'name']],
      'text-font': fontStack('zh-CN'),
      'text-size': 12,
      'text-offset': [0, 1.6],
      'text-anchor': 'top',
      'text-optional': true,
    },
    paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.6 },
  }
}

/** The level of an unread alarm, above left of the icon. */
const alarms = (palette: PaletteName): MapStyleLayer => ({
  id: 'alarms',
  source: 'drones',
  kind: 'circle',
  filter: ['>', ['get', 'alarm'], 0],
  paint: {
    'circle-radius': 4.5,
    'circle-color': byAlarm,
    'circle-stroke-color': palettes[palette].halo,
    'circle-stroke-width': 1.5,
    'circle-translate': [10, -10],
  },
})

const padlocks: MapStyleLayer = {
  id: 'padlocks',
  source: 'drones',
  kind: 'symbol',
  filter: ['==', ['get', 'locked'], 1],
  minZoom: 12,
  layout: {
    'icon-image': 'drone-padlock',
    'icon-size': 0.8,
    'icon-offset': [13, 13],
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  },
}

export const liveStyleLayers = (palette: PaletteName): MapStyleLayer[] => [
  ring(palette),
  dots(palette),
  simulated(palette),
  signs(palette),
  padlocks,
  alarms(palette),
  counts('groups', palette),
  counts('clusters', palette),
]

/** Layers and properties that are greyed while the connection is lost. */
export const staleProperties = [
  ['dots', 'circle-opacity'],
  ['dots', 'circle-stroke-opacity'],
  ['signs', 'icon-opacity'],
  ['clusters', 'icon-opacity'],
  ['groups', 'icon-opacity'],
] as const
