import { expect, test } from 'vitest'
import { ALARM_SETTINGS, settleSettings } from './alarm-settings.ts'

test('a setting comes from the nearest account that chose it, else it has its default value', () => {
  const settled = settleSettings([{ hoverS: 20, windMs: 6 }, {}, { windMs: 5, gone: 1 }])
  expect(settled).toMatchObject({
    hoverS: 20,
    windMs: 5,
    messagesPerHour: ALARM_SETTINGS.messagesPerHour.usual,
  })
  expect(settled).not.toHaveProperty('gone')
})

test('the default is within the allowed range', () => {
  for (const { usual, range } of Object.values(ALARM_SETTINGS)) {
    expect(usual).toBeGreaterThanOrEqual(range[0])
    expect(usual).toBeLessThanOrEqual(range[1])
  }
})
