import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { bigScreen } from '../../lib/big-screen.ts'
import { useStored } from '../../lib/stored.ts'

export const wallVariants = ['big', 'small', 'compact'] as const
export type WallVariant = (typeof wallVariants)[number]

/** How many of a ranking are shown. */
export const rankedOf = { big: 6, small: 3, compact: 3 } as const satisfies Record<
  WallVariant,
  number
>

/** Narrower windows show the data screen for smaller screens, px. */
export const smallFromPx = 1200

const onResize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const isNarrowWall = (): boolean => window.innerWidth < smallFromPx

export const pickVariant = (
  asked: string | null,
  isBigScreen: boolean,
  isNarrow: boolean,
): WallVariant =>
  wallVariants.find((one) => one === asked) ??
  (isBigScreen ? 'big' : isNarrow ? 'compact' : 'small')

/**
 * The big wall where this browser is set to drive one; else the small one, and the one for smaller
 * screens where the window is narrow. The address may ask for another.
 */
export const useWallVariant = (): [WallVariant, (variant: WallVariant) => void] => {
  const [search, setSearch] = useSearchParams()
  const isNarrow = useSyncExternalStore(onResize, isNarrowWall)
  const variant = pickVariant(search.get('view'), useStored(bigScreen), isNarrow)
  return [variant, (view) => setSearch({ view }, { replace: true })]
}

/** What the walls' design counts in: it is 1,080 of them high. px */
const leastUnitPx = 0.62
const readUnit = (): number => Math.max(leastUnitPx, Math.round(window.innerHeight / 1.08) / 1000)

/** Px of a unit: letters and lines of charts grow with the window as everything else does. */
export const useUnitPx = (): number => useSyncExternalStore(onResize, readUnit)
