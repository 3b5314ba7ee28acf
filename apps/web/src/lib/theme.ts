// All colours, sizes and shadows of the console. A host's theme can change the brand colour only.
import { fieldGreen, paperColors } from '@swath/fixtures/paper-palette'

/** Text on white: ink 14.6:1, muted 6.2:1, faint 5.2:1 (WCAG AA requires 4.5:1). */
export const colors = {
  brand: fieldGreen,
  ...paperColors,
  faint: '#646D76',
  lineStrong: '#C9CDC8',
  raised: '#FBFBF9',
  hover: '#F0F3EF',
  danger: '#B42318',
  dangerGround: '#FDF1EF',
  warning: '#8A5A00',
  warningGround: '#FEF6E4',
  success: '#0B6E4F',
  successGround: '#E9F5F0',
  veil: 'rgba(15, 24, 20, 0.45)',
} as const

export type ColorName = keyof typeof colors
/**
 * The dark palette. On paper: ink 14.4:1, muted 8.4:1, faint 6.3:1.
 */
export const darkColors: Readonly<Record<ColorName, string>> = {
  brand: '#36BC91',
  ink: '#E6EDF5',
  muted: '#AAB8C8',
  faint: '#8FA0B3',
  line: '#26364A',
  lineStrong: '#3F546D',
  paper: '#121C2B',
  ground: '#0B1220',
  raised: '#172335',
  hover: '#1B293C',
  chosen: '#122D29',
  danger: '#FF8A7A',
  dangerGround: '#3A1D20',
  warning: '#F0B74F',
  warningGround: '#352A14',
  success: '#36BC91',
  successGround: '#12322A',
  veil: 'rgba(2, 6, 12, 0.6)',
}

export type Palette = 'light' | 'dark'
/** A person's choice; `system` follows the operating system. */
export type Appearance = 'system' | Palette
export const choosePalette = (wish: unknown, isSystemDark: boolean): Palette =>
  wish === 'dark' || (wish !== 'light' && isSystemDark) ? 'dark' : 'light'

const parts = (hex: string): number[] =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
/** Relative luminance as defined by WCAG: 0 black, 1 white. */
const luminance = (hex: string): number => {
  const [red, green, blue] = parts(hex).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const toHex = (rgb: readonly number[]): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const withWhite = (hex: string, share: number): string =>
  toHex(parts(hex).map((part) => part + (255 - part) * share))

/** A dark colour is brightened in its own hue before white is mixed in, which makes it grey. */
const brightestPart = 176
const brighten = (hex: string): string => {
  const scale = Math.max(1, brightestPart / Math.max(1, ...parts(hex)))
  return toHex(parts(hex).map((part) => part * scale))
}

/**
 * Lightens a host's brand colour until it is readable on dark paper (7:1), for links and as the
 * background of dark text.
 */
const brandOnDark = (brand: string): string => {
  const bright = brighten(brand)
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = withWhite(bright, share)
    if ((luminance(mixed) + 0.05) / (luminance(darkColors.paper) + 0.05) >= 7) return mixed
  }
  return darkColors.ink
}

export const paletteColors = (
  brand: string,
  palette: Palette,
): Readonly<Record<ColorName, string>> => {
  if (palette === 'light') return { ...colors, brand }
  const lit = brandOnDark(brand)
  return { ...darkColors, brand: lit, success: lit }
}

/** A drone's activity (Okabe–Ito): always distinguished by shape as well. */
export const flightColors = {
  spraying: '#009E73',
  flying: '#0072B2',
  ground: '#56B4E9',
  offline: '#8A94A0',
} as const
/** By level; level 1 is critical. */
export const alarmColors = { 1: '#D55E00', 2: '#E69F00', 3: '#CC79A7' } as const
/** Colours of zones and plots, on the map and in legends. */
export const groundColors = {
  plot: '#8A6D3B',
  zone: '#D55E00',
  zoneDisabled: '#8A94A0',
  stayIn: '#0072B2',
  covered: '#009E73',
  repeated: '#E69F00',
  missed: '#D55E00',
} as const
/** Colours of drones in a group, by index (Okabe and Ito, then two more). */
export const groupDroneColors = [
  '#0072B2',
  '#E69F00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#D55E00',
  '#8A6D3B',
  '#5C4FA3',
] as const
/** Series of a chart on dark paper: as on light paper, with lighter instead of darker repetitions. */
export const seriesOnDark = [
  '#009E73',
  '#3E97CF',
  '#E0762F',
  '#CC79A7',
  '#56B4E9',
  '#E69F00',
  '#8A94A0',
  '#7FD1B9',
  '#A3CDEB',
  '#F2A57E',
  '#E5BDD5',
  '#BFE3F8',
  '#F5CF80',
  '#C8D0D8',
] as const

/** The artificial horizon and the compass. */
const instrumentColors = {
  sky: '#3E86B5',
  skyFar: '#1F5F8E',
  ground: '#8A6238',
  groundFar: '#5C3F22',
  mark: '#FFFFFF',
  bug: '#FFC53D',
  face: '#1B2126',
  rim: '#3A434B',
  faceText: '#C9D2D9',
} as const
/**
 * Statistics screens, on dark paper and read from five metres: figures 7:1 at least. Ranks as the
 * specification has them (section 2): the first red, the second and third yellow, others blue.
 */
export const statScreenColors = {
  rankFirst: '#FF7A66',
  rankNext: '#F5C451',
  rankOther: '#6CB8F0',
  domestic: '#35D0A0',
  overseas: '#F5B14C',
  before: '#7A8CA3',
  plotted: '#6CB8F0',
  track: '#1D2B3F',
  land: '#16263A',
  shore: '#31496A',
  glow: '#35D0A0',
} as const
/** Colours of the months, January first: from cold to warm, with different lightness as well. */
export const monthColors = [
  '#5B6FB8',
  '#4F86C6',
  '#459CCB',
  '#41B0C4',
  '#43C2B2',
  '#55D09A',
  '#79D97F',
  '#A3DE68',
  '#CBDD5A',
  '#EBD256',
  '#F5B95A',
  '#F79A66',
] as const
/** By work mode: 1 to 5, then unknown. */
export const modeColors = [
  '#35D0A0',
  '#6CB8F0',
  '#F5C451',
  '#E58FC0',
  '#B79CF2',
  '#7A8CA3',
] as const

/** Colours of the pictures on the sign-in page: fields seen from above. */
export const artColors = {
  dawn: ['#0E3B2E', '#14523F', '#1C6A50', '#2C8262', '#4B9A74', '#7DB58A', '#B9CF9F', '#E9DFB4'],
  quilt: [
    '#17442F',
    '#1F5A3B',
    '#2E6B45',
    '#4A7F4B',
    '#6E9150',
    '#93A45A',
    '#B9B069',
    '#C9A95D',
    '#A98445',
    '#7E6A3B',
  ],
  river: ['#0A1C24', '#0E2A33', '#12383F', '#17504D', '#1E6B5C', '#2E8A6C'],
  water: '#8FC1C9',
  path: '#F4EFD9',
  light: '#FFF6D6',
  swath: '#BFE8D2',
  shade: '#06130F',
} as const

export const sizes = {
  header: 56,
  /** Header of the menu when it is a drawer (specification, section 9). */
  menuHead: 80,
  menuOpen: 220,
  menuClosed: 64,
  panelLeft: 340,
  drawerRight: 380,
  detail: 480,
  /** Below it the menu is a drawer and panels are bottom sheets, px. */
  narrow: 992,
  /** From this width on, a map is at the side of a page and not below it. */
  wide: 1280,
  grid: 8,
  radius: 8,
  control: 36,
  /** Minimum height of controls on touch screens: below `narrow`. */
  touch: 44,
} as const

export const shadows: Readonly<Record<Palette, string>> = {
  light: '0 1px 2px rgba(20, 30, 25, 0.06), 0 8px 24px rgba(20, 30, 25, 0.10)',
  dark: '0 1px 2px rgba(0, 0, 0, 0.4), 0 8px 24px rgba(0, 0, 0, 0.5)',
}

export const fonts = [
  'system-ui',
  '-apple-system',
  '"Segoe UI"',
  '"Noto Sans"',
  '"PingFang SC"',
  '"Microsoft YaHei"',
  '"Noto Sans CJK SC"',
  '"Noto Sans SC"',
  '"Noto Sans Thai"',
  '"Noto Sans KR"',
  'sans-serif',
].join(', ')

const cssName = (name: string): string => name.replace(/[A-Z]/g, (part) => `-${part.toLowerCase()}`)

/**
 * Exposes the tokens as CSS variables: `var(--ink)`, `var(--flight-spraying)`,
 * `var(--size-header)`.
 */
export const applyTheme = (brand: string = fieldGreen, palette: Palette = 'light'): void => {
  const { dataset, style } = document.documentElement
  const set = (prefix: string, values: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(values))
      style.setProperty(`--${prefix}${cssName(name)}`, value)
  }
  dataset['palette'] = palette
  style.colorScheme = palette
  const own = paletteColors(brand, palette)
  style.background = own.ground
  set('', { ...own, shadow: shadows[palette], font: fonts })
  set('flight-', flightColors)
  set(
    'alarm-',
    Object.fromEntries(Object.entries(alarmColors).map(([level, value]) => [level, value])),
  )
  set('ground-', groundColors)
  set('instrument-', instrumentColors)
  set('stat-screen-', statScreenColors)
  set('size-', Object.fromEntries(Object.entries(sizes).map(([name, px]) => [name, `${px}px`])))
}
