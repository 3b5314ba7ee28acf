import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PanelPages } from './panel-pages.tsx'
import { computeRoom, RoomContext, type Room } from './stat-screen-variant.ts'

const columns = ['first', 'second', 'third'].map((name) => ({ name, panels: <p>{name}</p> }))

const show = (room: Partial<Room> = {}): void => {
  render(
    <RoomContext value={{ isStacked: false, columns: 1, isTall: false, ...room }}>
      <PanelPages columns={columns} />
    </RoomContext>,
  )
}
const shown = (): (string | null)[] =>
  screen.getAllByText(/^(first|second|third)$/).map((one) => one.textContent)
const wait = (seconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1000)
  })
const click = (name: string): void => act(() => screen.getByRole('button', { name }).click())

const reduceMotion = (): void => {
  const query = window.matchMedia('(prefers-reduced-motion: reduce)')
  vi.stubGlobal('matchMedia', () => Object.assign(query, { matches: true }))
}

beforeEach(() => vi.useFakeTimers())

describe('pages of panels', () => {
  test('turn after the interval of this browser, the last to the first', () => {
    show()
    expect(shown()).toEqual(['first'])
    screen.getByText('1 / 3')
    wait(29)
    expect(shown()).toEqual(['first'])
    wait(1)
    expect(shown()).toEqual(['second'])
    screen.getByText('2 / 3')
    wait(30)
    wait(30)
    expect(shown()).toEqual(['first'])
  })

  test('contain as many columns as fit; nothing turns if all of them do', () => {
    show({ columns: 2 })
    expect(shown()).toEqual(['first', 'second'])
    wait(30)
    expect(shown()).toEqual(['third'])
  })

  test.each([{ columns: 3 }, { isStacked: true }])('without pages, %o shows everything', (room) => {
    show(room)
    expect(shown()).toEqual(['first', 'second', 'third'])
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('the interval is chosen here and kept; by hand they never turn', () => {
    show()
    const choice = screen.getByRole('combobox', { name: 'Turn pages' })
    const options = [...choice.querySelectorAll('option')].map((one) => one.textContent)
    expect(options).toEqual(['by hand', 'every 15 s', 'every 30 s', 'every 60 s'])
    fireEvent.change(choice, { target: { value: '15' } })
    expect(localStorage.getItem('StatScreenTurning')).toBe('15')
    wait(15)
    expect(shown()).toEqual(['second'])
    fireEvent.change(choice, { target: { value: '0' } })
    wait(600)
    expect(shown()).toEqual(['second'])
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
    click('Next page')
    expect(shown()).toEqual(['third'])
  })

  test('can be paused and turned by hand, in both directions', () => {
    show()
    click('Pause')
    wait(600)
    expect(shown()).toEqual(['first'])
    click('Previous page')
    expect(shown()).toEqual(['third'])
    click('Next page')
    expect(shown()).toEqual(['first'])
    click('Resume')
    wait(30)
    expect(shown()).toEqual(['second'])
  })

  test('wait while the pointer or the keyboard’s focus is on the pager', () => {
    show()
    const pager = screen.getByRole('group', { name: 'Pages of panels' })
    fireEvent.pointerEnter(pager)
    wait(600)
    expect(shown()).toEqual(['first'])
    fireEvent.pointerLeave(pager)
    wait(30)
    expect(shown()).toEqual(['second'])

    const next = screen.getByRole('button', { name: 'Next page' })
    act(() => next.focus())
    wait(600)
    expect(shown()).toEqual(['second'])
    act(() => next.blur())
    wait(30)
    expect(shown()).toEqual(['third'])
  })

  test('never turn under reduced motion, and say so', () => {
    reduceMotion()
    show()
    screen.getByText('Pages don’t turn: reduced motion is on')
    wait(600)
    expect(shown()).toEqual(['first'])
    click('Next page')
    expect(shown()).toEqual(['second'])
  })
})

test('a display of 3,840 px has more room, and a phone has no pages', () => {
  const roomOf = (width: number, height: number) => computeRoom('big', { width, height })
  expect(roomOf(1366, 768)).toEqual({ isStacked: false, columns: 1, isTall: false })
  expect(roomOf(1920, 1080)).toEqual({ isStacked: false, columns: 1, isTall: false })
  expect(roomOf(3440, 1440).columns).toBe(3)
  expect(roomOf(3840, 2160)).toEqual({ isStacked: false, columns: 2, isTall: true })
  expect(roomOf(375, 740).isStacked).toBe(true)
})
