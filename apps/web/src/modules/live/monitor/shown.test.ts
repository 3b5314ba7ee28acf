import { describe, expect, test } from 'vitest'
import { readShown, viewsOf, writeShown, type Shown } from './shown.ts'

describe('the list in the address', () => {
  test('each kind of account starts with its most relevant list', () => {
    const first = (type: Parameters<typeof viewsOf>[0]) => readShown(null, viewsOf(type)).view
    expect(first('platform')).toBe('drones')
    expect(first('operator')).toBe('drones')
    expect(first('government')).toBe('operators')
    expect(first('manufacturer')).toBe('machines')
    expect(first('farmer')).toBe('plots')
  })
  test('is parsed as it was written', () => {
    const views = viewsOf('government')
    const all: Shown[] = [
      { view: 'drones', condition: null },
      { view: 'drones', condition: 'silent-spraying' },
      { view: 'alarms', level: null },
      { view: 'alarms', level: 2 },
      { view: 'operators' },
    ]
    for (const shown of all) expect(readShown(writeShown(shown), views)).toEqual(shown)
  })
  test('an unknown or unavailable list falls back to the first one', () => {
    expect(readShown('machines', viewsOf('operator'))).toEqual({ view: 'drones', condition: null })
    expect(readShown('alarms-1', viewsOf('farmer'))).toEqual({ view: 'plots' })
    expect(readShown('alarms-9', viewsOf('platform'))).toEqual({ view: 'drones', condition: null })
  })
})
