// The palette of screens that are watched all night: the person's choice on this device, else the
// system's. Stored in the browser, because a control room and an office may need different ones.
import { useSyncExternalStore } from 'react'
import { stored, useStored } from './stored.ts'

export const appearances = ['system', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

export const appearance = stored<Appearance>(
  'appearance',
  (kept) => appearances.find((one) => one === kept) ?? 'system',
)

const systemWish = window.matchMedia('(prefers-color-scheme: dark)')
const onSystemWish = (listener: () => void): (() => void) => {
  systemWish.addEventListener('change', listener)
  return () => systemWish.removeEventListener('change', listener)
}

const pick = (isWatched: boolean, wish: Appearance, isSystemDark: boolean): 'light' | 'dark' =>
  isWatched && (wish === 'dark' || (wish === 'system' && isSystemDark)) ? 'dark' : 'light'

/** The initial palette of a page, needed before anything is rendered. */
export const paletteOf = (isWatched: boolean): 'light' | 'dark' =>
  pick(isWatched, appearance.get(), systemWish.matches)

export const usePalette = (isWatched: boolean): 'light' | 'dark' =>
  pick(
    isWatched,
    useStored(appearance),
    useSyncExternalStore(onSystemWish, () => systemWish.matches),
  )
