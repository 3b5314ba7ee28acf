// The legend, the scale, the buttons, the credits and the loading sign of the map never overlap each
// other or a panel, from a telephone to a 4K monitor: checked by their boxes.
import { expect, test } from 'vitest'
import { openAs, visit, type Visitor } from './browser.ts'

const widths = [320, 375, 414, 600, 768, 1000, 1100, 1200, 1440, 1920, 2560, 3840]

type Box = { name: string; left: number; top: number; right: number; bottom: number }

/** The boxes of everything over the map that is visible. */
const boxesOf = ({ page }: Visitor): Promise<Box[]> =>
  page.evaluate(() => {
    const found: [string, Element | null][] = [
      ['legend', document.querySelector('[aria-label="Legend"]')?.parentElement ?? null],
      ['scale', document.querySelector('.maplibregl-ctrl-scale')],
      ['zoom', document.querySelector('button[aria-label="Zoom in"]')?.parentElement ?? null],
      ['layers', document.querySelector('button[aria-label="Map layers"]')],
      ['credits', document.querySelector('.maplibregl-ctrl-attrib')],
      [
        'loading',
        [...document.querySelectorAll('[role="status"]')].find(
          ({ textContent }) => textContent === 'Loading map',
        ) ?? null,
      ],
      ...[...document.querySelectorAll('section[data-side]')].map((panel): [string, Element] => [
        `panel on the ${panel.getAttribute('data-side')}`,
        panel,
      ]),
    ]
    return found.flatMap(([name, element]) => {
      if (!element || !element.checkVisibility({ visibilityProperty: true })) return []
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return right - left < 1 || bottom - top < 1 ? [] : [{ name, left, top, right, bottom }]
    })
  })

/** Half a pixel is rounding. */
const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5

const overlapping = (boxes: readonly Box[]): string[] =>
  boxes.flatMap((a, i) =>
    boxes.slice(i + 1).flatMap((b) => (overlap(a, b) ? [`${a.name} and ${b.name}`] : [])),
  )

const outside = (boxes: readonly Box[], width: number, height: number): string[] =>
  boxes
    .filter(
      ({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height,
    )
    .map(({ name }) => `${name} outside the window`)

let visitor: Visitor
/** Lets the map's data through, which until then is being loaded. */
let release: () => void = () => undefined

const openPage = async (path: string): Promise<void> => {
  visitor = await visit({ width: 1440, height: 900 })
  const { page } = visitor
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/world.*\.pmtiles/, async (route) => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => localStorage.setItem('pageMap', JSON.stringify('open')))
  await openAs(visitor, '13800000004', path)
  await page.locator('.maplibregl-ctrl-scale').waitFor()
}

/** Without waiting for the pointer, because a large map is slow to draw without a graphics card. */
const openCredits = (isOpen: boolean): Promise<void> =>
  visitor.page.evaluate((wanted) => {
    const credits = document.querySelector('.maplibregl-ctrl-attrib')
    if (credits?.classList.contains('maplibregl-compact-show') !== wanted)
      credits?.querySelector<HTMLElement>('.maplibregl-ctrl-attrib-button')?.click()
  }, isOpen)

/** What overlaps at each width, with the credits open and closed. */
const troublesOf = async (): Promise<string[]> => {
  const { page } = visitor
  const found: string[] = []
  for (const width of widths) {
    const height = width < 992 ? 740 : 700
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(350) // panels move for 200 ms
    for (const isOpen of [true, false]) {
      await openCredits(isOpen)
      const boxes = await boxesOf(visitor)
      expect(boxes.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['zoom', 'layers', 'credits']),
      )
      for (const one of [...overlapping(boxes), ...outside(boxes, width, height)])
        found.push(`${width} px, credits ${isOpen ? 'open' : 'closed'}: ${one}`)
    }
  }
  return found
}

test('on the monitor, while the map loads', async () => {
  await openPage('/monitor_manage/monitor')
  await visitor.page.getByText('Loading map').waitFor()
  expect(await troublesOf()).toEqual([])
  release()
})

test('on the monitor, with the card of a drone', async () => {
  await openPage('/monitor_manage/monitor')
  release()
  await visitor.page.locator('[role=listbox] [role=option]').first().click()
  await visitor.page.locator('section[data-side=right]').waitFor()
  expect(await troublesOf()).toEqual([])
})

test('on the map beside a list', async () => {
  await openPage('/business_manage/drone-list')
  release()
  expect(await troublesOf()).toEqual([])
})
