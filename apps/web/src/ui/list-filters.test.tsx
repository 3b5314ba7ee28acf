import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatNames } from '../lib/format.ts'
import { ListFilters } from './list-filters.tsx'

test('the text search comes first, wherever a screen declares it', () => {
  render(
    <ListFilters
      filters={[
        { kind: 'choice', name: 'state', label: 'State', options: [] },
        { kind: 'text', name: 'droneName', label: 'Name' },
      ]}
      values={{}}
      change={() => undefined}
      search={{ current: null }}
      order={{ options: [], value: undefined, set: () => undefined }}
    >
      {null}
    </ListFilters>,
  )
  // There is room for one filter only.
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeDefined()
  expect(screen.queryByRole('combobox')).toBe(null)
})

test('a search box of many fields names those that fit, and all of them to screen readers', () => {
  const names = ['Serial number', 'Name', 'Registration mark', 'RTK device', 'Operator']
  render(
    <ListFilters
      filters={[{ kind: 'text', name: 'search', label: formatNames(names), names }]}
      values={{}}
      change={() => undefined}
      search={{ current: null }}
      order={{ options: [], value: undefined, set: () => undefined }}
    >
      {null}
    </ListFilters>,
  )
  const box = screen.getByRole('textbox', {
    name: 'Serial number, name, registration mark, RTK device, operator',
  })
  expect(box.getAttribute('placeholder')).toBe('Serial number, name, registration mark…')
})
