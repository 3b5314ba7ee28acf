// The palette of the console: the person's choice on this device, else the system's. Stored in the
// browser, because a control room and an office may need different ones.
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { stored } from './stored.ts'
import { choosePalette, type Appearance, type Palette } from './theme.ts'

export const appearances = ['system', 'light', 'dark'] as const satisfies readonly Appearance[]

export const appearance = stored<Appearance>(
  'appearance',
  (kept) => appearances.find((one) => one === kept) ?? 'system',
)

const systemWish = window.matchMedia('(prefers-color-scheme: dark)')
/** Printed pages are light, also in the dark palette. */
let isPrinting = false

export const currentPalette = (): Palette =>
  isPrinting ? 'light' : choosePalette(appearance.get(), systemWish.matches)

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const onPrint = (isStart: boolean): void => {
  isPrinting = isStart
  // The browser takes the page as it is when this event has been handled.
  flushSync(tell)
}
systemWish.addEventListener('change', tell)
appearance.subscribe(tell)
window.addEventListener('beforeprint', () => onPrint(true))
window.addEventListener('afterprint', () => onPrint(false))

/** @returns a function that ends the subscription */
export const onPalette = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const usePalette = (): Palette => useSyncExternalStore(onPalette, currentPalette)
