import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { languages } from '@swath/i18n/languages'
import type { StyleSpecification } from 'maplibre-gl'
import { describe, expect, test } from 'vitest'
import { baseStyle, rasterSource, weatherSource, type BaseStyleSettings } from './base-style.ts'
import { fontStack } from './map-fonts.ts'
import { isOwn } from './map-layers.ts'
import type { MapArchive } from './map-types.ts'
import { archiveProtocol } from './tile-archive.ts'

const settings: BaseStyleSettings = {
  language: 'th',
  palette: 'light',
  boundaries: 'china',
  archives: [],
}
const archive: MapArchive = {
  url: '/maps/county.pmtiles?v=1',
  kind: 'base',
  encoding: 'mvt',
  title: 'County',
  minZoom: 8,
  maxZoom: 13,
  coverage: [
    [114, 35, 115, 36],
    [120, 30, 121, 31],
  ],
  layers: [],
  credits: 'Somebody',
}
const archives: MapArchive[] = [
  archive,
  {
    ...archive,
    url: '/maps/shapes.pmtiles?v=1',
    kind: 'shapes',
    layers: ['buildings/building', 'a:b'],
  },
  { ...archive, url: '/maps/photos.pmtiles?v=1', kind: 'pictures' },
]
const raster = { url: '/tiles/{z}/{x}/{y}.png', credits: 'A satellite' }
const ids = ({ layers }: StyleSpecification) => layers.map(({ id }) => id)

describe('base style', () => {
  test.each(
    languages.flatMap((language) =>
      (['light', 'dark'] as const).map((palette) => [language, palette] as const),
    ),
  )('is valid in %s, %s, with all possible layers on it', (language, palette) => {
    // The validator requires `glyphs` with any text; without them the engine draws text from local
    // fonts, as intended.
    const errors = validateStyleMin(
      baseStyle({ ...settings, language, palette, archives, raster, weather: raster }),
    )
    expect(errors.filter(({ message }) => !message.includes('glyphs'))).toEqual([])
  })

  test('requests nothing from outside: no glyphs, no sprite, no address except our own', () => {
    const style = baseStyle({ ...settings, archives })
    expect(style.glyphs).toBeUndefined()
    expect(style.sprite).toBeUndefined()
    for (const source of Object.values(style.sources))
      if (source.type === 'geojson') expect(typeof source.data).toBe('object')
      else
        expect(source).toMatchObject({
          tiles: [expect.stringMatching(`^${archiveProtocol}:///.+#{z}/{x}/{y}$`)],
        })
  })

  test('each border setting shows only its own lines and names', () => {
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

  test('an archive draws no borders that the host’s setting decides', () => {
    const { layers } = baseStyle({ ...settings, archives: [archive] })
    const borders = layers.filter(
      (layer) => 'source-layer' in layer && layer['source-layer'] === 'boundaries',
    )
    expect(borders).toHaveLength(1)
    expect(JSON.stringify(borders)).not.toMatch(/country|region/)
  })

  test('the layers are in order: ground, archives, pictures, weather, borders, names', () => {
    const found = ids(baseStyle({ ...settings, archives, raster, weather: raster }))
    const heights = [
      'background',
      'outline',
      'sea',
      'land',
      'rivers',
      'archive-0-earth',
      'archive-0-roads-highway',
      'archive-1-1-lines',
      'archive-2',
      rasterSource,
      weatherSource,
      'borders-country',
      'label-towns',
      'label-countries-1',
    ].map((id) => found.indexOf(id))
    expect(heights).toEqual([...heights].sort((a, b) => a - b))
    expect(heights[0]).toBe(0)
    expect(ids(baseStyle(settings))).not.toContain(rasterSource)
  })

  test('no layer id of an archive looks like that of a feature', () => {
    const found = ids(baseStyle({ ...settings, archives, raster, weather: raster }))
    expect(found.filter(isOwn)).toEqual([])
    expect(new Set(found).size).toBe(found.length)
  })

  test('built-in towns are hidden where an archive has its own', () => {
    const towns = (of: readonly MapArchive[]) =>
      JSON.stringify(
        baseStyle({ ...settings, archives: of }).layers.find(({ id }) => id === 'label-towns'),
      )
    expect(towns([archive])).toContain('"within"')
    expect(towns([{ ...archive, kind: 'pictures' }])).not.toContain('"within"')
  })

  test('the fonts of the language come first', () => {
    expect(fontStack('ko')[0]).toContain('Gothic')
    expect(fontStack('zh-TW').indexOf('Noto Sans CJK TC')).toBeLessThan(
      fontStack('zh-TW').indexOf('Noto Sans CJK SC'),
    )
  })
})
