// Every colour, size and shadow of the console. A host's theme may replace the brand alone.
import type { ThemeConfig } from 'antd'

const fieldGreen = '#0B6E4F'

/** Text on white: ink 14.6:1, muted 6.2:1, faint 4.7:1 (WCAG AA asks for 4.5:1). */
export const colors = {
  brand: fieldGreen,
  ink: '#1D2329',
  muted: '#59626B',
  faint: '#6B747D',
  line: '#E3E5E1',
  lineStrong: '#C9CDC8',
  paper: '#FFFFFF',
  ground: '#F6F5F0',
  raised: '#FBFBF9',
  hover: '#F0F3EF',
  chosen: '#E5F1EC',
  danger: '#B42318',
  dangerGround: '#FDF1EF',
  warning: '#8A5A00',
  warningGround: '#FEF6E4',
  success: '#0B6E4F',
  successGround: '#E9F5F0',
  veil: 'rgba(15, 24, 20, 0.45)',
} as const

/** What a drone does (Okabe–Ito): always told apart by its shape as well. */
export const flightColors = {
  spraying: '#009E73',
  flying: '#0072B2',
  ground: '#56B4E9',
  offline: '#8A94A0',
} as const
/** Alarms by level, 1 the gravest. */
export const alarmColors = { 1: '#D55E00', 2: '#E69F00', 3: '#CC79A7' } as const
/** What lies on the ground, on the map and in the legends of lists and charts. */
export const groundColors = {
  plot: '#8A6D3B',
  zone: '#D55E00',
  zoneDisabled: '#8A94A0',
  stayIn: '#0072B2',
  covered: '#009E73',
  repeated: '#E69F00',
  missed: '#D55E00',
} as const
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
 * Series of a chart in the order of use; all of Okabe–Ito, yellow left out (too faint on white).
 */
export const seriesColors = [
  '#009E73',
  '#0072B2',
  '#D55E00',
  '#CC79A7',
  '#56B4E9',
  '#E69F00',
  '#59626B',
] as const
/** The pictures of the sign-in page: fields seen from above. */
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
  /** Head of the menu where it is a drawer (specification, section 9). */
  menuHead: 80,
  menuOpen: 220,
  menuClosed: 64,
  panelLeft: 340,
  drawerRight: 380,
  detail: 480,
  /** Below it the menu is a drawer and panels are bottom sheets, px. */
  narrow: 992,
  grid: 8,
  radius: 8,
  control: 36,
  /** The same where it is pressed with a thumb: below `narrow`. */
  touch: 44,
} as const

const shadow = '0 1px 2px rgba(20, 30, 25, 0.06), 0 8px 24px rgba(20, 30, 25, 0.10)'

const fonts = [
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
 * Puts the tokens where style sheets find them: `var(--ink)`, `var(--flight-spraying)`,
 * `var(--size-header)`.
 */
export const applyTheme = (brand: string = fieldGreen): void => {
  const { style } = document.documentElement
  const set = (prefix: string, values: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(values))
      style.setProperty(`--${prefix}${cssName(name)}`, value)
  }
  set('', { ...colors, brand, shadow, font: fonts })
  set('flight-', flightColors)
  set(
    'alarm-',
    Object.fromEntries(Object.entries(alarmColors).map(([level, value]) => [level, value])),
  )
  set('ground-', groundColors)
  set('instrument-', instrumentColors)
  set('size-', Object.fromEntries(Object.entries(sizes).map(([name, px]) => [name, `${px}px`])))
}

/** What is pressed with a thumb, where the height of controls alone does not do. */
const touched: ThemeConfig['components'] = {
  // Its frame is within its height.
  Segmented: { controlHeight: sizes.touch + 4, controlHeightSM: sizes.touch + 4 },
  DatePicker: { cellHeight: 40, cellWidth: sizes.touch },
}

/** Thai stacks marks above and below its letters and needs more room between lines. */
export const antdTheme = (
  brand: string = fieldGreen,
  language = 'en',
  narrow = false,
): ThemeConfig => ({
  token: {
    colorPrimary: brand,
    colorLink: brand,
    colorInfo: brand,
    colorSuccess: brand,
    colorError: colors.danger,
    colorWarning: colors.warning,
    colorText: colors.ink,
    colorTextSecondary: colors.muted,
    colorTextTertiary: colors.faint,
    colorTextDescription: colors.muted,
    colorTextPlaceholder: colors.faint,
    colorBorder: colors.lineStrong,
    colorBorderSecondary: colors.line,
    colorBgLayout: colors.ground,
    fontFamily: fonts,
    fontSize: 14,
    lineHeight: language === 'th' ? 1.6 : 1.5,
    fontSizeHeading3: 20,
    fontSizeHeading4: 16,
    borderRadius: sizes.radius,
    borderRadiusLG: sizes.radius,
    borderRadiusSM: 6,
    controlHeight: narrow ? sizes.touch : sizes.control,
    controlHeightSM: narrow ? sizes.touch : 28,
    boxShadow: shadow,
    boxShadowSecondary: shadow,
    motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationFast: '0.1s',
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Layout: {
      headerBg: colors.paper,
      siderBg: colors.paper,
      bodyBg: colors.ground,
      headerHeight: sizes.header,
    },
    Menu: {
      itemBorderRadius: 6,
      itemHeight: narrow ? sizes.touch : 40,
      itemMarginInline: 8,
      itemSelectedBg: colors.chosen,
      itemSelectedColor: brand,
      itemHoverBg: colors.hover,
      itemColor: colors.ink,
      subMenuItemBg: colors.paper,
      groupTitleColor: colors.faint,
      groupTitleFontSize: 12,
      activeBarBorderWidth: 0,
    },
    Table: {
      headerBg: colors.raised,
      headerColor: colors.muted,
      headerSplitColor: 'transparent',
      rowHoverBg: colors.hover,
      rowSelectedBg: colors.chosen,
      rowSelectedHoverBg: colors.chosen,
      borderColor: colors.line,
      cellPaddingBlock: 12,
      cellPaddingInline: 12,
      cellPaddingBlockMD: 8,
      cellPaddingInlineMD: 12,
      cellPaddingBlockSM: 4,
      cellPaddingInlineSM: 8,
      headerBorderRadius: 0,
    },
    Drawer: { paddingLG: narrow ? 16 : 20 },
    ...(narrow ? touched : {}),
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
  },
})
