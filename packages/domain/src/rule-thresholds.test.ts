import { expect, test } from 'vitest'
import {
  completeThresholds,
  isAllowedThreshold,
  isThreshold,
  RULE_THRESHOLDS,
  THRESHOLD_NAMES,
  USUAL_THRESHOLDS,
} from './rule-thresholds.ts'

test.each(THRESHOLD_NAMES)(
  '%s: the usual figure may be chosen, and no other beyond the range',
  (name) => {
    const { usual, range } = RULE_THRESHOLDS[name]
    expect([usual, ...range].map((value) => isAllowedThreshold(name, value))).toEqual([
      true,
      true,
      true,
    ])
    expect(
      [range[0] - 0.01, range[1] + 0.01, NaN].map((value) => isAllowedThreshold(name, value)),
    ).toEqual([false, false, false])
  },
)

test('what nobody has chosen is the usual figure', () => {
  expect(completeThresholds({ windMs: 5 })).toEqual({ ...USUAL_THRESHOLDS, windMs: 5 })
  expect([isThreshold('windMs'), isThreshold('toString')]).toEqual([true, false])
})
