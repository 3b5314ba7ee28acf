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
const designUnits = { wide: { big: 1920, small: 1920, compact: 1440 }, high: 1080 } as const
/** Minimum size of a unit, px: text of 18 units is then still readable from nearby. */
const leastUnitPx = 0.6
/** Below this unit size, px, everything is stacked for reading on a phone. */
const handUnitPx = 0.78

type Size = { width: number; height: number }

/**
 * The size of a design unit, px. A window that is larger than the design is used half for larger
 * text and half for more panels.
 */
export const computeUnitPx = (variant: StatScreenVariant, { width, height }: Size): number => {
  if (width < sizes.narrow) return handUnitPx
  const scale = Math.min(height / designUnits.high, width / designUnits.wide[variant])
  const unit = scale > 1 ? (1 + scale) / 2 : scale
  return Math.max(leastUnitPx, Math.round(unit * 1000) / 1000)
}

/** Widths in units, gaps included: of what is always visible, and of each column that turns. */
const fixedUnits = { big: 1216, small: 1412, compact: 616 } as const
const columnUnits = 500
/** From this height on, in units, more panels fit below each other. */
const tallUnits = 1300

export type Room = {
  /** A phone: everything is below each other, without pages. */
  readonly isStacked: boolean
  /** Number of columns of panels that fit next to what is always visible. */
  readonly columns: number
  readonly isTall: boolean
}

export const computeRoom = (variant: StatScreenVariant, { width, height }: Size): Room => {
  const unitPx = computeUnitPx(variant, { width, height })
  const isStacked = width < sizes.narrow
  return {
    isStacked,
    columns: Math.max(1, Math.floor((width / unitPx - fixedUnits[variant]) / columnUnits)),
    isTall: !isStacked && height / unitPx >= tallUnits,
  }
}

const readHeight = (): number => window.innerHeight
const readWidth = (): number => window.innerWidth

export const useWindowSize = (): Size => ({
  width: useSyncExternalStore(onResize, readWidth),
  height: useSyncExternalStore(onResize, readHeight),
})

/**
 * The size of a unit of the surrounding screen, px: text and lines of charts are scaled like
 * everything else.
 */
export const UnitContext = createContext(1)
export const useUnitPx = (): number => useContext(UnitContext)

export const RoomContext = createContext<Room>({ isStacked: false, columns: 1, isTall: false })
export const useRoom = (): Room => useContext(RoomContext)
