import { describe, expect, test } from 'vitest'
import { applyTheme, paletteColors, type Palette } from './theme.ts'

/** WCAG's relative luminance and contrast, implemented independently of the tested code. */
const luminance = (hex: string): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
    const part = Number.parseInt(hex.slice(1 + i * 2, 3 + i * 2), 16) / 255
    return sum + weight * (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  }, 0)
const contrast = (a: string, b: string): number => {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const brands = ['#0B6E4F', '#0958D9', '#7A1FA2', '#B42318', '#3B2F00']
describe.each(['light', 'dark'] as const)('%s', (palette: Palette) => {
  test.each(['paper', 'ground', 'raised', 'hover', 'chosen'] as const)(
    'every text is readable on %s',
    (on) => {
      const own = paletteColors('#0B6E4F', palette)
      for (const text of ['ink', 'muted', 'faint', 'danger', 'warning'] as const)
        expect(contrast(own[text], own[on]), text).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each([
    ['danger', 'dangerGround'],
    ['warning', 'warningGround'],
    ['success', 'successGround'],
    ['ink', 'chosen'],
    ['brand', 'chosen'],
  ] as const)('%s is readable on %s', (text, on) => {
    const own = paletteColors('#0B6E4F', palette)
    expect(contrast(own[text], own[on])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(brands)('the brand %s is readable on paper, and paper on it', (brand) => {
    const own = paletteColors(brand, palette)
    expect(contrast(own.brand, own.paper)).toBeGreaterThanOrEqual(4.5)
  })
})

test('a change of the palette updates the CSS variables', () => {
  const { style, dataset } = document.documentElement
  applyTheme('#0B6E4F', 'dark')
  const dark = style.getPropertyValue('--paper')
  expect([dataset['palette'], style.colorScheme]).toEqual(['dark', 'dark'])
  applyTheme('#0B6E4F')
  expect(style.getPropertyValue('--paper')).not.toBe(dark)
  expect(dataset['palette']).toBe('light')
})
