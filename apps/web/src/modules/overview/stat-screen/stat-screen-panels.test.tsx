import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { serve, signIn } from '../../../testing-console.ts'
import { RankingPanel } from './ranking-panel.tsx'
import { RegionPanel } from './region-panel.tsx'
import { SidePanel } from './side-panel.tsx'
import { WorkTimePanel } from './work-time-panel.tsx'

const calls = '/api/statistics/screen'

beforeEach(() => {
  signIn()
  queryClient.clear()
  areaUnit.set('mu')
})

const show = (panel: ReactNode): void => {
  render(<QueryClientProvider client={queryClient}>{panel}</QueryClientProvider>)
}

describe('rankings', () => {
  const drones = Array.from({ length: 6 }, (_, i) => ({
    droneId: `SW-${i + 1}`,
    droneName: '',
    sprayArea: 900 - i,
  }))
  const answer = (items: object[]) => () => Response.json({ items, timeZone: 'Asia/Shanghai' })

  test('section 2: “rank 1 red, 2 and 3 yellow, others blue”, “area with 2 decimals”', async () => {
    serve({ [`${calls}/droneRank`]: answer(drones), [`${calls}/userRank`]: answer([]) })
    show(<RankingPanel count={6} />)
    const machines = await screen.findByRole('group', { name: 'Drones by area' })
    const rows = await within(machines).findAllByRole('listitem')
    expect(rows).toHaveLength(18)
    expect(rows.slice(0, 6).map((row) => row.dataset['rank'])).toEqual([
      'first',
      'next',
      'next',
      'other',
      'other',
      'other',
    ])
    expect(rows[1]!.textContent).toBe('2SW-2899.00')
  })

  test('section 2: “empty shows no data”', async () => {
    serve({ [`${calls}/droneRank`]: answer([]), [`${calls}/userRank`]: answer([]) })
    show(<RankingPanel count={6} />)
    expect(await screen.findAllByText('No data')).toHaveLength(6)
  })
})

describe('the side panel', () => {
  const info = {
    droneNum: 1200,
    onlineDroneCount: 3,
    plotTotalArea: 900.26,
    ploTotalNum: 7,
    flyTotalDuration: 5400,
    flyTotalQuantity: 12.5,
    sprayTotalMuNum: 2345,
    flySeqTotalNum: 40,
  }

  test('section 9: figures have their decimals and units, and missing ones are dashes', async () => {
    serve({ [`${calls}/statInfo`]: () => Response.json(info) })
    show(<SidePanel variant="big" />)
    const headline = await screen.findByRole('group', { name: 'All-time totals' })
    await within(headline).findByText('1,200')
    const figures = within(headline)
      .getAllByRole('definition')
      .map((figure) => figure.textContent)
    expect(figures).toEqual([
      '1,200units',
      '3units',
      '900.3mu',
      '7',
      '1.5h',
      '12.50L',
      '2.34kmu',
      '40',
    ])
    // The blocks have no response.
    const today = within(screen.getByRole('group', { name: 'Today' })).getAllByRole('definition')
    expect(today).toHaveLength(9)
    for (const figure of today) expect(figure.textContent).toMatch(/^–/)
  })

  test('section 2: on smaller screens “spray figures labelled work mu”', () => {
    serve({})
    show(<SidePanel variant="compact" />)
    expect(screen.getAllByText('Work, mu')).toHaveLength(4)
  })

  test('a label with the unit is not followed by the unit again, and large volumes are whole', async () => {
    serve({ [`${calls}/statInfo`]: () => Response.json({ ...info, flyTotalQuantity: 1544.28 }) })
    show(<SidePanel variant="compact" />)
    const headline = within(await screen.findByRole('group', { name: 'All-time totals' }))
    await headline.findByText('1,544')
    expect(headline.getByText('Work, mu').nextSibling?.textContent).toBe('2.34k')
  })
})

describe('a panel with several parts is shown once all of them are loaded', () => {
  const regions = (names: string[], mu: number[]) => () =>
    Response.json({ xData: names, yData: [mu], zData: ['all'], codes: names, timeZone: 'UTC' })
  const held = () => {
    let release: (answer: Response) => void = () => undefined
    const answer = new Promise<Response>((resolve) => (release = resolve))
    return { answer: () => answer, release: (one: Response) => release(one) }
  }
  const shares = () =>
    screen
      .getAllByRole('definition')
      .map((one) => one.textContent)
      .join(' ')

  test('shares and total of domestic and overseas work are dashes until both are loaded', async () => {
    const abroad = held()
    serve({
      [`${calls}/chinaRegion`]: regions(['Zhejiang', 'Henan'], [200, 100]),
      [`${calls}/foreignRegion`]: abroad.answer,
    })
    show(<RegionPanel period="thisYear" size="big" />)
    await screen.findByRole('img', { name: /^Work by region, Domestic/ })
    expect(shares()).toBe('– –')
    expect(screen.getByRole('img', { name: 'Domestic –, Overseas –' }).textContent).toBe('–')
    abroad.release(regions(['Thailand'], [100])())
    await waitFor(() => expect(shares()).toBe('75.0% 25.0%'))
    expect(screen.getByRole('img', { name: /^Domestic 75.0%/ }).textContent).toBe('400.0mu')
  })

  test('without work overseas only the domestic bars are shown', async () => {
    serve({
      [`${calls}/chinaRegion`]: regions(['Zhejiang', 'Henan'], [300, 200]),
      [`${calls}/foreignRegion`]: regions([], []),
    })
    show(<RegionPanel period="thisYear" size="big" />)
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Overseas' })).toBeNull())
    expect(screen.getByRole('img', { name: /^Work by region, Domestic/ })).toBeTruthy()
    expect(screen.queryByRole('definition')).toBeNull()
  })

  test('work in one region only is a sentence instead of one bar', async () => {
    serve({
      [`${calls}/chinaRegion`]: regions(['Zhejiang'], [300]),
      [`${calls}/foreignRegion`]: regions([], []),
    })
    show(<RegionPanel period="thisYear" size="big" />)
    const place = await screen.findByText('All in Zhejiang')
    expect(place.parentElement!.textContent).toBe('300.0muAll in Zhejiang')
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('a part that could not be had is a dash, and not no data', async () => {
    serve({
      [`${calls}/chinaRegion`]: regions([], []),
      [`${calls}/foreignRegion`]: () => new Response(null, { status: 500 }),
    })
    show(<RegionPanel period="thisYear" size="big" />)
    await screen.findByText('No data')
    const overseas = screen.getByRole('heading', { name: 'Overseas' }).parentElement!
    await waitFor(() => expect(overseas.textContent).toBe('Overseas–'))
    expect(shares()).toBe('– –')
  })

  test('the curve of one place is not drawn as that of both', async () => {
    const abroad = held()
    const series = (name: string) => () =>
      Response.json({ xData: ['2025', '2026'], yData: [[1, 2]], zData: [name], timeZone: 'UTC' })
    serve({ [`${calls}/chinaPeriod`]: series('all'), [`${calls}/foreignPeriod`]: abroad.answer })
    show(<WorkTimePanel period="all" />)
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(screen.queryByRole('img')).toBeNull()
    abroad.release(series('all')())
    await screen.findByRole('img')
  })
})
