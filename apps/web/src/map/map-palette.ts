import { alarmColors, colors, flightColors, groundColors } from '../lib/theme.ts'

export type PaletteName = 'light' | 'dark'

export type MapPalette = {
  readonly land: string
  readonly water: string
  readonly shore: string
  readonly river: string
  readonly border: string
  readonly areaBorder: string
  readonly label: string
  readonly areaLabel: string
  readonly cityLabel: string
  readonly waterLabel: string
  readonly halo: string
  readonly farmland: string
  readonly wood: string
  /** Densely built areas. */
  readonly built: string
  readonly building: string
  readonly road: string
  readonly roadEdge: string
  readonly highway: string
  readonly highwayEdge: string
  readonly path: string
  readonly rail: string
  /** Kilometre lines at zooms beyond the detail of the built-in map. */
  readonly grid: string
  /** Rim of a drone's icon: separates it from the background. */
  readonly rim: string
}

/** Colours of the base map: light for the day, dark for rooms that are staffed all night. */
export const palettes: Readonly<Record<PaletteName, MapPalette>> = {
  light: {
    land: '#F6F5F0',
    water: '#D3E2EA',
    shore: '#B4CBD8',
    river: '#C3D8E3',
    border: '#A79F91',
    areaBorder: '#D3CDC1',
    label: '#4A4F55',
    areaLabel: '#6A6F75',
    cityLabel: '#4A4F55',
    waterLabel: '#5E8299',
    halo: '#FFFFFF',
    farmland: '#F1F0E3',
    wood: '#E2EADB',
    built: '#EBE7E0',
    building: '#DDD7CD',
    road: '#FFFFFF',
    roadEdge: '#D6CFC2',
    highway: '#F8EBCB',
    highwayEdge: '#D9BE8C',
    path: '#CFC6B6',
    rail: '#B9B2A6',
    grid: '#CFC9BD',
    rim: '#FFFFFF',
  },
  dark: {
    land: '#10263B',
    water: '#0B1220',
    shore: '#2B5C86',
    river: '#16395A',
    border: '#3E76A6',
    areaBorder: '#1F4668',
    label: '#C8D6E5',
    areaLabel: '#8FA9C2',
    cityLabel: '#C8D6E5',
    waterLabel: '#4F7C9E',
    halo: '#0B1220',
    farmland: '#122A40',
    wood: '#123338',
    built: '#16324C',
    building: '#1F3E5C',
    road: '#2A4D70',
    roadEdge: '#0C1B2C',
    highway: '#3A6794',
    highwayEdge: '#0C1B2C',
    path: '#264563',
    rail: '#3B5B79',
    grid: '#1D3B57',
    rim: '#E6EEF6',
  },
}

export const statusColors = {
  ...flightColors,
  lock: colors.ink,
  lockGround: colors.paper,
  selected: colors.ink,
  alarm: alarmColors[1],
} as const
export { groundColors }
