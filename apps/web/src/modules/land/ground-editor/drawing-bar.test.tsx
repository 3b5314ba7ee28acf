// A phone: the form collapses to one line while somebody draws.
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TestStage } from '../../../testing-stage.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DrawingBar } from './drawing-bar.tsx'

beforeEach(() => {
  const wide = window.matchMedia('all')
  vi.stubGlobal('matchMedia', () => Object.assign(wide, { matches: true }))
})

const close = vi.fn<() => void>()
type Props = { isClosed?: boolean; corners?: number; choice?: ReactNode }
const Editor = ({ isClosed = false, corners = 0, choice }: Props) => (
  <TestStage>
    <Panel side="right" title="Plot" onClose={() => undefined}>
      <DrawingBar
        drawn="0/0"
        isClosed={isClosed}
        ground={null}
        problem={null}
        hint="Tap each corner"
        area={corners >= 3 ? '2 acres' : null}
        back={<button>Undo</button>}
        choice={choice}
        close={corners >= 3 ? close : null}
      />
    </Panel>
  </TestStage>
)
const height = (): string | undefined =>
  screen.getByRole('region', { name: 'Plot' }).dataset['height']
const done = (): HTMLButtonElement => screen.getByRole('button', { name: 'Done' })

test('the sheet collapses for drawing, and opens when the outline is closed', () => {
  const { rerender } = render(<Editor />)
  expect(height()).toBe('peek')
  screen.getByText('Tap each corner')
  expect(done().disabled).toBe(true)

  rerender(<Editor corners={3} />)
  screen.getByText('2 acres')
  fireEvent.click(done())
  expect(close).toHaveBeenCalledOnce()
  expect(height()).toBe('peek')

  rerender(<Editor corners={3} isClosed />)
  expect(height()).toBe('half')
  // Collapsed again to move corners, it opens with the same button.
  fireEvent.keyDown(screen.getByRole('button', { name: /Panel height/ }), { key: 'ArrowDown' })
  expect(height()).toBe('peek')
  fireEvent.click(done())
  expect(height()).toBe('half')
})

test('while nothing is drawn, the kind of shape can be chosen', () => {
  const { rerender } = render(<Editor choice={<button>Circle</button>} />)
  screen.getByRole('button', { name: 'Circle' })
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
  rerender(<Editor corners={1} choice={false} />)
  screen.getByRole('button', { name: 'Undo' })
  expect(done().disabled).toBe(true)
})
