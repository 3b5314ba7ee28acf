import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
