import { createContext, useContext, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { bigScreen } from '../../../lib/big-screen.ts'
import { useStored } from '../../../lib/stored.ts'
import { sizes } from '../../../lib/theme.ts'

export const statScreenVariants = ['big', 'small', 'compact'] as const
export type StatScreenVariant = (typeof statScreenVariants)[number]

/** Number of rows of a ranking. */
export const rankedOf = { big: 6, small: 3, compact: 3 } as const satisfies Record<
  StatScreenVariant,
  number
>

/** Narrower windows show the data screen for smaller screens, px. */
const smallFromPx = 1200

const onResize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const isNarrowWindow = (): boolean => window.innerWidth < smallFromPx

export const pickVariant = (
  asked: string | null,
  isBigScreen: boolean,
  isNarrow: boolean,
): StatScreenVariant =>
  statScreenVariants.find((one) => one === asked) ??
  (isBigScreen ? 'big' : isNarrow ? 'compact' : 'small')

/**
 * The big screen if this browser is set to it; else the small one, or the compact one in narrow
 * windows. The URL can override it.
 */
export const useStatScreenVariant = (): [
  StatScreenVariant,
  (variant: StatScreenVariant) => void,
] => {
  const [search, setSearch] = useSearchParams()
  const isNarrow = useSyncExternalStore(onResize, isNarrowWindow)
  const variant = pickVariant(search.get('view'), useStored(bigScreen), isNarrow)
  return [variant, (view) => setSearch({ view }, { replace: true })]
}

/** Size of the design, in units. */
const designUnits = { wide: 1920, high: 1080 } as const
/** Minimum size of a unit, px: text of 18 units is then still readable from nearby. */
const leastUnitPx = 0.6
/** Below this unit size, px, everything is stacked for reading on a phone. */
const handUnitPx = 0.78

/**
 * The size of a design unit, px. The big screen is as high as the window and scrolls sideways; the
 * small one fits completely.
 */
export const computeUnitPx = (
  variant: StatScreenVariant,
  { width, height }: { width: number; height: number },
): number => {
  if (width < sizes.narrow) return handUnitPx
  const byHeight = height / designUnits.high
  const unit = variant === 'small' ? Math.min(byHeight, width / designUnits.wide) : byHeight
  return Math.max(leastUnitPx, Math.round(unit * 1000) / 1000)
}

const readHeight = (): number => window.innerHeight
const readWidth = (): number => window.innerWidth

export const useWindowUnitPx = (variant: StatScreenVariant): number => {
  const width = useSyncExternalStore(onResize, readWidth)
  const height = useSyncExternalStore(onResize, readHeight)
  return computeUnitPx(variant, { width, height })
}

/**
 * The size of a unit of the surrounding screen, px: text and lines of charts are scaled like
 * everything else.
 */
export const UnitContext = createContext(1)
export const useUnitPx = (): number => useContext(UnitContext)
