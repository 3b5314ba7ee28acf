import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { languages } from '@swath/i18n/languages'
import { describe, expect, test } from 'vitest'
import { baseStyle, fontStack, geodataProtocol, rasterSource } from './base-style.ts'

const settings = { language: 'th', palette: 'light', boundaries: 'china' } as const

describe('base style', () => {
  test.each(
    languages.flatMap((language) =>
      (['light', 'dark'] as const).map((palette) => [language, palette] as const),
    ),
  )('is valid in %s, %s', (language, palette) => {
    // The checker asks for `glyphs` with any text; without them the engine draws text from local
    // fonts, which is the point.
    const errors = validateStyleMin(
      baseStyle({
        language,
        palette,
        boundaries: 'international',
        raster: { url: '/tiles/{z}/{x}/{y}.png' },
      }),
    )
    expect(errors.filter(({ message }) => !message.includes('glyphs'))).toEqual([])
  })

  test('asks nothing of the outside: no glyphs, no sprite, no address but our own', () => {
    const style = baseStyle(settings)
    expect(style.glyphs).toBeUndefined()
    expect(style.sprite).toBeUndefined()
    for (const source of Object.values(style.sources))
      expect(source).toMatchObject({ data: expect.stringMatching(`^${geodataProtocol}://`) })
  })

  test('each depiction sees its own lines and names', () => {
    const filters = (boundaries: 'china' | 'international' | 'india') =>
      JSON.stringify(
        baseStyle({ ...settings, boundaries }).layers.map((layer) =>
          'filter' in layer ? layer.filter : null,
        ),
      )
    expect(filters('china')).toContain('["in","c",["get","views"]]')
    expect(filters('india')).toContain('["in","n",["get","views"]]')
    expect(filters('international')).not.toContain('"c"')
  })

  test('pictures from outside lie beneath borders and names', () => {
    const ids = baseStyle({ ...settings, raster: { url: '/{z}/{x}/{y}' } }).layers.map(
      (layer) => layer.id,
    )
    expect(ids.indexOf(rasterSource)).toBeGreaterThan(ids.indexOf('rivers'))
    expect(ids.indexOf(rasterSource)).toBeLessThan(ids.indexOf('borders-first'))
    expect(ids).toContain('label-cities-minor')
    expect(baseStyle(settings).layers.some((layer) => layer.id === rasterSource)).toBe(false)
  })

  test('the fonts of the language come first', () => {
    expect(fontStack('ko')[0]).toContain('Gothic')
    expect(fontStack('zh-TW').indexOf('Noto Sans CJK TC')).toBeLessThan(
      fontStack('zh-TW').indexOf('Noto Sans CJK SC'),
    )
  })
})
