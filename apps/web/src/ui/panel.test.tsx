import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Panel } from './panel.tsx'
import { coveredBelowPx } from './sheet.ts'
import { StageProvider } from './stage.tsx'

/** Height of the page, px. */
const pagePx = 700
const close = vi.fn<() => void>()

const Screen = ({ hasCard = false }: { hasCard?: boolean }) => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  return (
    <StageProvider value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}>
      <div ref={setOverlay} />
      <Panel side="left" title="Drones" extra={<button>Filters</button>}>
        rows
      </Panel>
      {hasCard && (
        <Panel side="right" title="North 1" sheet="peek" onClose={close}>
          card
        </Panel>
      )}
    </StageProvider>
  )
}

/** Mocks heights as on a phone: of the page, a sheet and its content. */
const layOut = (): void => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    const heightPx = { full: 692, half: 350, peek: 180 }
    const of = (element: HTMLElement | null): number =>
      heightPx[element?.dataset['height'] as keyof typeof heightPx] ?? pagePx
    // A sheet has a header in addition to its content.
    return this.dataset['body'] === undefined ? of(this) : of(this.closest('section')) - 84
  })
}
const sheet = (name = 'Drones'): HTMLElement => screen.getByRole('region', { name })
const grip = (): HTMLElement => screen.getByRole('button', { name: /Panel height/ })
const drag = (element: HTMLElement, fromY: number, toY: number): void => {
  const at = (clientY: number) => ({ clientY, button: 0, pointerId: 1 })
  fireEvent.pointerDown(element, at(fromY))
  fireEvent.pointerMove(element, at((fromY + toY) / 2))
  fireEvent.pointerMove(element, at(toY))
  fireEvent.pointerUp(element, at(toY))
}

beforeEach(() => {
  const wide = window.matchMedia('all')
  vi.stubGlobal('matchMedia', () => Object.assign(wide, { matches: true }))
  layOut()
})

test('a sheet starts at half height, and can be resized by clicks and arrow keys', () => {
  render(<Screen />)
  const heights = (): (string | undefined)[] => [sheet().dataset['height'], grip().ariaLabel ?? '']
  expect(heights()).toEqual(['half', 'Panel height: half'])
  for (const next of ['full', 'peek', 'half']) {
    fireEvent.click(grip())
    expect(sheet().dataset['height']).toBe(next)
  }
  fireEvent.keyDown(grip(), { key: 'ArrowUp' })
  fireEvent.keyDown(grip(), { key: 'ArrowUp' })
  expect(sheet().dataset['height']).toBe('full')
  fireEvent.keyDown(grip(), { key: 'ArrowDown' })
  expect(sheet().dataset['height']).toBe('half')
})

test('a sheet dragged by its header snaps to the nearest height', () => {
  render(<Screen />)
  const head = screen.getByRole('heading', { name: 'Drones' })
  drag(head, 350, 40)
  expect(sheet().dataset['height']).toBe('full')
  drag(head, 10, 700)
  expect(sheet().dataset['height']).toBe('peek')
  // Pressing a button in the header does not start a drag.
  drag(screen.getByRole('button', { name: 'Filters' }), 500, 40)
  expect(sheet().dataset['height']).toBe('peek')
})

test('the topmost sheet covers the map', () => {
  vi.stubGlobal('innerHeight', pagePx)
  const { rerender, unmount } = render(<Screen />)
  expect(coveredBelowPx()).toBe(350)
  rerender(<Screen hasCard />)
  expect(coveredBelowPx()).toBe(180)
  rerender(<Screen />)
  act(() => unmount())
  expect(coveredBelowPx()).toBe(0)
})
