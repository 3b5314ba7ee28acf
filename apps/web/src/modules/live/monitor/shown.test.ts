import { describe, expect, test } from 'vitest'
import { readShown, viewsOf, writeShown, type Shown } from './shown.ts'

describe('the list in the address', () => {
  test('each kind of person begins with the list that answers its question', () => {
    const first = (type: Parameters<typeof viewsOf>[0]) => readShown(null, viewsOf(type)).view
    expect(first('platform')).toBe('drones')
    expect(first('operator')).toBe('drones')
    expect(first('government')).toBe('operators')
    expect(first('manufacturer')).toBe('machines')
    expect(first('farmer')).toBe('plots')
  })
  test('is read as it was written', () => {
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
  test('of another kind of person, or of nobody, is the first list', () => {
    expect(readShown('machines', viewsOf('operator'))).toEqual({ view: 'drones', condition: null })
    expect(readShown('alarms-1', viewsOf('farmer'))).toEqual({ view: 'plots' })
    expect(readShown('alarms-9', viewsOf('platform'))).toEqual({ view: 'drones', condition: null })
  })
})
