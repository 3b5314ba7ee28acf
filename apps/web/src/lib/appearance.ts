// The palette of the rooms that are watched all night: as the person wishes on this device, else as
// the system does. A control room and an office may wish otherwise, so it is the browser's to keep.
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

/** What a page begins with, before anything is drawn. */
export const paletteOf = (isWatched: boolean): 'light' | 'dark' =>
  pick(isWatched, appearance.get(), systemWish.matches)

export const usePalette = (isWatched: boolean): 'light' | 'dark' =>
  pick(
    isWatched,
    useStored(appearance),
    useSyncExternalStore(onSystemWish, () => systemWish.matches),
  )
