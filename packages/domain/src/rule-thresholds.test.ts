import { expect, test } from 'vitest'
import { RULE_THRESHOLDS, THRESHOLD_NAMES, USUAL_THRESHOLDS } from './rule-thresholds.ts'

test.each(THRESHOLD_NAMES)('%s: the default is within the allowed range', (name) => {
  const { usual, range } = RULE_THRESHOLDS[name]
  expect(range[0]).toBeLessThanOrEqual(usual)
  expect(range[1]).toBeGreaterThanOrEqual(usual)
  expect(USUAL_THRESHOLDS[name]).toBe(usual)
})
