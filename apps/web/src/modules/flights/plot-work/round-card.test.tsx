import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { serve, signIn } from '../../../testing-console.ts'
import { RoundCard } from './round-card.tsx'
import { base, blockId, ground, sprayings } from './testing-plot-work.ts'

const weather = {
  source: 'drone',
  windSpeed: 2.14,
  windSpeedMost: 3,
  windFrom: 90,
  temperature: 24,
  humidity: null,
  deltaT: null,
  rain: null,
}

beforeEach(() => {
  signIn()
  queryClient.clear()
  areaUnit.set('mu')
})

const show = (report: object) => {
  const sent = serve({
    [`${base}/sprayings`]: () => Response.json({ items: sprayings, hasMore: false }),
    [`${base}/ground`]: () => Response.json(ground),
    '/api/drone/mointor/manage/getPlotReport': () => Response.json(report),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <MemoryRouter>
          <RoundCard blockId={blockId} />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )
  return sent
}
const fact = (label: string): string | null =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling!.textContent

test('one card has picture, area, product, litres, weather and operator of the last round', async () => {
  const sent = show({ block: null, weather })
  await screen.findByRole('img', { name: /^Covered, missed and repeated areas/ })
  screen.getByText('80.0% of the plot')
  expect(fact('Chemical')).toBe('Buprofezin')
  // Two flights of 12 litres; a part of the first fell on other ground.
  expect(fact('Spray volume')).toBe('24.0 LOn the whole flights, also outside this plot')
  expect(fact('Weather while spraying')).toBe(
    'Wind 2.1 m/s · Temperature 24.0 °CDuring the last flight',
  )
  expect(fact('Operator')).toBe('Northern team')
  expect(fact('Pilot')).toBe('–')
  screen.getByRole('button', { name: 'Share' })
  const { query } = sent.find(({ path }) => path === `${base}/ground`)!
  expect(query['sortieIds']).toBe(`${sprayings[0]!.sortieId},${sprayings[1]!.sortieId}`)
})

test('without weather data there is a dash', async () => {
  show({ block: null, weather: null })
  await screen.findByRole('img')
  expect(fact('Weather while spraying')).toBe('–')
})

test('pages back to the earlier round, and again to the latest', async () => {
  const sent = show({ block: null, weather: null })
  await screen.findByRole('img')
  const asked = () => sent.filter(({ path }) => path === `${base}/ground`).at(-1)!.query
  const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name })
  expect(screen.getByRole('status').textContent).toBe('2026/06/12')
  expect(button('Later').disabled).toBe(true)
  fireEvent.click(button('Earlier'))
  await screen.findByText('2026/05/01')
  await waitFor(() => expect(asked()['sortieIds']).toBe(sprayings[2]!.sortieId))
  await screen.findByText('Open report')
  expect(fact('Spray volume')).toBe('12.0 L')
  expect(button('Earlier').disabled).toBe(true)
  fireEvent.click(button('Later'))
  await screen.findByText('2026/06/12')
})
