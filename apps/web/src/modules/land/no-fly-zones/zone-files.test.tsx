// Zones that a file format cannot express are reported with the file.
import { afterEach, expect, test, vi } from 'vitest'
import { serve, signIn } from '../../../testing-console.ts'
import { listedZoneFiles } from './zone-files.ts'

afterEach(() => vi.unstubAllGlobals())

test('zones that are not in force are counted for formats that cannot express this', async () => {
  signIn()
  const sent = serve({
    '/api/drone/nofly/manage/getNoflyList': () =>
      Response.json({ items: [], total: 3, currentPage: 1, pageSize: 1, stats: {} }),
  })
  const lacksOf = async (label: string, query: Record<string, string>) =>
    listedZoneFiles(query)
      .find((file) => file.label === label)!
      .lacks?.()
  expect(await lacksOf('ED-269', { type: '1' })).toBe(
    '3 zones skipped: ED-269 doesn’t support disabled zones',
  )
  expect(sent[0]!.query).toEqual({ type: '1', enabled: 'false', pageSize: '1' })
  expect(await lacksOf('ED-318', { enabled: 'true' })).toBeNull()
  expect(await lacksOf('GeoJSON', {})).toBeUndefined()
  expect(sent).toHaveLength(1)
})
