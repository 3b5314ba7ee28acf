import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../lib/host-theme.ts'
import { queryClient } from '../lib/query.ts'
import { dropSession, keepSession } from '../lib/session.ts'
import { serve } from '../testing-console.ts'
import { person, theme } from '../testing-person.ts'
import { RegionCascader } from './region-cascader.tsx'

const items = [
  {
    areaId: 156,
    regionCode: '156000000',
    areaName: 'China',
    children: [
      {
        areaId: 156330000,
        regionCode: '156330000',
        areaName: 'Zhejiang',
        children: [{ areaId: 156330100, regionCode: '156330100', areaName: 'Hangzhou' }],
      },
      { areaId: 156360000, regionCode: '156360000', areaName: 'Jiangxi' },
    ],
  },
]
const answers = {
  '/api/common/regions': () => Response.json({ items }),
  '/api/common/region-names': () =>
    Response.json({ items: { '156330100': ['hangzhou', '杭州市'] } }),
}
const show = (props: Partial<Parameters<typeof RegionCascader>[0]> = {}) => {
  const onChange = vi.fn<NonNullable<Parameters<typeof RegionCascader>[0]['onChange']>>()
  render(
    <QueryClientProvider client={queryClient}>
      <RegionCascader label="Region" value={null} onChange={onChange} {...props} />
    </QueryClientProvider>,
  )
  return onChange
}
const open = async (): Promise<HTMLElement> => {
  const box = await screen.findByRole('combobox', { name: 'Region' })
  fireEvent.mouseDown(box)
  return box
}

beforeEach(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('without a session every region can be chosen', async () => {
  serve(answers)
  const onChange = show()
  await open()
  fireEvent.click(await screen.findByText('China'))
  expect(onChange).toHaveBeenCalledWith('156000000')
})

test('a person of a province chooses within it', async () => {
  serve(answers)
  keepSession({
    jToken: 'ad_1',
    refreshToken: 'rt_1',
    expiresInS: 900,
    userInfo: person({ adCode: '156330000' }),
  })
  show()
  await open()
  expect(await screen.findByText('Zhejiang')).toBeTruthy()
  expect(screen.queryByText('China')).toBeNull()
  expect(screen.queryByText('Jiangxi')).toBeNull()
})

test('typing finds names in other languages, which are only fetched then', async () => {
  const sent = serve(answers)
  const onChange = show({ within: null })
  const box = await open()
  await screen.findByText('China')
  expect(sent.map(({ path }) => path)).toEqual(['/api/common/regions'])
  fireEvent.change(box, { target: { value: '杭州' } })
  fireEvent.click(await screen.findByText(/Hangzhou/))
  expect(onChange).toHaveBeenCalledWith('156330100')
})

test('Enter selects the only match', async () => {
  serve(answers)
  const onChange = show({ within: null })
  const box = await open()
  await screen.findByText('China')
  fireEvent.change(box, { target: { value: 'hangzhou' } })
  await screen.findByText(/Hangzhou/)
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
  expect(onChange).toHaveBeenCalledWith('156330100')
})
