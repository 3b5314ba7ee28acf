// Maps the tokens of lib/theme.ts to antd's theme tokens.
import type { ThemeConfig } from 'antd'
import { fieldGreen } from '@swath/fixtures/paper-palette'
import {
  colors,
  fonts,
  paletteColors,
  shadows,
  sizes,
  type ColorName,
  type Palette,
} from '../lib/theme.ts'

type Look = {
  brand: string | undefined
  language: string
  /** Narrow windows get touch-sized controls. */
  narrow: boolean
  palette: Palette
}

const antdTokens = (
  own: Readonly<Record<ColorName, string>>,
  { palette, language, narrow }: Look,
): ThemeConfig['token'] => ({
  ...(palette === 'dark'
    ? {
        colorBgBase: own.ground,
        colorTextBase: own.ink,
        colorBgContainer: own.paper,
        colorBgElevated: own.raised,
        colorBgSpotlight: own.lineStrong,
        colorBgMask: own.veil,
        // Otherwise the algorithm derives a blue border.
        colorBorderDisabled: own.line,
        colorPrimaryBg: own.chosen,
      }
    : {}),
  // The algorithm turns deep colours into grey, so the backgrounds are set here.
  colorErrorBg: own.dangerGround,
  colorWarningBg: own.warningGround,
  colorSuccessBg: own.successGround,
  colorInfoBg: own.chosen,
  colorPrimary: own.brand,
  colorLink: own.brand,
  colorInfo: own.brand,
  colorSuccess: own.success,
  colorError: own.danger,
  colorWarning: own.warning,
  colorText: own.ink,
  colorTextSecondary: own.muted,
  colorTextTertiary: own.faint,
  colorTextDescription: own.muted,
  colorTextPlaceholder: own.faint,
  colorBorder: own.lineStrong,
  colorBorderSecondary: own.line,
  colorBgLayout: own.ground,
  fontFamily: fonts,
  fontSize: 14,
  // Thai stacks marks above and below its letters and needs more room between lines.
  lineHeight: language === 'th' ? 1.6 : 1.5,
  fontSizeHeading3: 20,
  fontSizeHeading4: 16,
  borderRadius: sizes.radius,
  borderRadiusLG: sizes.radius,
  borderRadiusSM: 6,
  controlHeight: narrow ? sizes.touch : sizes.control,
  controlHeightSM: narrow ? sizes.touch : 28,
  boxShadow: shadows[palette],
  boxShadowSecondary: shadows[palette],
  motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  motionDurationFast: '0.1s',
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.2s',
})

/** Touch sizes for components that ignore `controlHeight`. */
const touched: ThemeConfig['components'] = {
  // The height includes the frame.
  Segmented: { controlHeight: sizes.touch + 4, controlHeightSM: sizes.touch + 4 },
  DatePicker: { cellHeight: 40, cellWidth: sizes.touch },
}

/** The caller supplies the algorithm for the remaining tokens because it is antd's own code. */
export const antdTheme = (look: Look): ThemeConfig => {
  const { brand = fieldGreen, narrow, palette } = look
  const own = paletteColors(brand, palette)
  return {
    token: antdTokens(own, look)!,
    components: {
      Layout: {
        headerBg: own.paper,
        siderBg: own.paper,
        bodyBg: own.ground,
        headerHeight: sizes.header,
      },
      Menu: {
        itemBorderRadius: 6,
        itemHeight: narrow ? sizes.touch : 40,
        itemMarginInline: 8,
        itemSelectedBg: own.chosen,
        itemSelectedColor: own.brand,
        itemHoverBg: own.hover,
        itemColor: own.ink,
        subMenuItemBg: own.paper,
        groupTitleColor: own.faint,
        groupTitleFontSize: 12,
        activeBarBorderWidth: 0,
      },
      Table: {
        headerBg: own.raised,
        headerColor: own.muted,
        headerSplitColor: 'transparent',
        rowHoverBg: own.hover,
        rowSelectedBg: own.chosen,
        rowSelectedHoverBg: own.chosen,
        borderColor: own.line,
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
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // The dark palette has light button backgrounds, so button text must be dark.
        primaryColor: own.paper,
        dangerColor: own.paper,
      },
      Checkbox: { colorWhite: own.paper },
      Avatar: { colorTextLightSolid: own.paper },
      // Badge text is white, which is unreadable on the light red of the dark palette.
      // Narrow, so that 99+ does not cover the button next to it.
      Badge: { colorError: colors.danger, paddingXS: 4 },
    },
  }
}
