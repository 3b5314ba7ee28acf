import type { Language } from '@swath/i18n/languages'
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl'
import { fontStack } from './map-fonts.ts'
import { palettes, type MapPalette, type PaletteName } from './map-palette.ts'
import type { Boundaries } from './map-types.ts'

const viewLetters: Readonly<Record<Boundaries, string>> = {
  china: 'c',
  international: 'i',
  india: 'n',
}

/** Interpolates linearly by zoom. */
export const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** Settings for drawing the layers of the ground. */
export type Look = {
  readonly language: Language
  readonly palette: MapPalette
  /** Adds the condition that hides borders which the host's setting does not show. */
  readonly seen: (filter: FilterSpecification) => FilterSpecification
  readonly fonts: string[]
  readonly spacing: number
}

type Props = { language: Language; palette: PaletteName; boundaries: Boundaries }
export const toLook = ({ language, palette, boundaries }: Props): Look => ({
  language,
  palette: palettes[palette],
  seen: (filter) =>
    ['all', filter, ['in', viewLetters[boundaries], ['get', 'views']]] as FilterSpecification,
  fonts: fontStack(language),
  spacing: language === 'en' ? 0.02 : 0.06,
})

export const toHalo = ({ halo }: MapPalette) => ({
  'text-halo-color': halo,
  'text-halo-width': 1.6,
  'text-halo-blur': 0.4,
})
