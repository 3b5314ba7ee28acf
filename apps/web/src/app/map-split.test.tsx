import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mapShare } from '../lib/map-share.ts'
import { MapSplit } from './map-split.tsx'

beforeEach(() => mapShare.clear())
const line = (): HTMLElement => screen.getByRole('separator', { name: 'Size of the map' })

test('arrow keys resize the map within limits, and the size is remembered', () => {
  render(<MapSplit />)
  const before = Number(line().ariaValueNow)
  fireEvent.keyDown(line(), { key: 'ArrowUp' })
  expect(Number(line().ariaValueNow)).toBe(before + 2)
  for (let i = 0; i < 60; i++) fireEvent.keyDown(line(), { key: 'ArrowDown' })
  expect(Number(line().ariaValueNow)).toBe(20)
  fireEvent.keyDown(line(), { key: 'Home' })
  expect(Object.values(JSON.parse(localStorage.getItem('mapShare')!) as object)).toContain(75)
  fireEvent.doubleClick(line())
  expect(Number(line().ariaValueNow)).toBe(before)
})

test('a size that an older version or another program stored is kept within limits', () => {
  for (const kept of ['{"beside":900}', '{"beside":"wide"}', 'null', '7']) {
    localStorage.setItem('mapShare', kept)
    window.dispatchEvent(new StorageEvent('storage', { key: 'mapShare', newValue: kept }))
    const { beside, below } = mapShare.get()
    expect(Math.min(beside, below)).toBeGreaterThanOrEqual(20)
    expect(Math.max(beside, below)).toBeLessThanOrEqual(75)
  }
})
