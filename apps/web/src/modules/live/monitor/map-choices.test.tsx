import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { mapSettings } from '../../../lib/map-settings.ts'
import { signIn } from '../../../testing-console.ts'
import { Legend, MapChoices } from './map-choices.tsx'

const usual = mapSettings.get()
afterEach(() => mapSettings.set(usual))

const legend = (hasDrones: boolean): (string | null)[] => {
  signIn()
  const { unmount } = render(<Legend hasDrones={hasDrones} />)
  const lines = within(screen.getByRole('list')).getAllByRole('listitem')
  const texts = lines.map(({ textContent }) => textContent)
  unmount()
  return texts
}

test('the legend lists the signs that the settings show on the map', () => {
  expect(legend(true)).toEqual([
    'Spraying',
    'Flying',
    'On the ground',
    'Simulator',
    'No-fly zone',
    'Stay inside',
    'Plot',
    'Alarm, level 1 to 3',
  ])
  mapSettings.set({ ...usual, showOfflineDrone: true, showNoFlyZone: false, showAlert: false })
  expect(legend(true)).toEqual([
    'Spraying',
    'Flying',
    'On the ground',
    'Offline',
    'Simulator',
    'Plot',
  ])
})

test('a person without drones sees neither their signs nor their settings', () => {
  expect(legend(false)).toEqual(['No-fly zone', 'Stay inside', 'Plot'])
  render(<MapChoices hasDrones={false} />)
  expect(screen.getAllByRole('switch')).toHaveLength(2)
})
