// The thresholds by which a flight is judged. An account may choose its own within the range;
// evidence keeps the thresholds that were used.

/**
 * One version for all rules together: increase it whenever the same flight may get another result
 * with the same thresholds.
 */
export const RULES_VERSION = 2

type Threshold = {
  readonly unit: 'm' | 'm/s' | 's' | 'days' | 'ratio' | '°C' | 'mm/h'
  /** Range of allowed values. */
  readonly range: readonly [least: number, most: number]
  /** Default value. */
  readonly usual: number
  /** The anomaly that it decides; `claim`: whether a claim is suspected to be false. */
  readonly of: 'blowing_anomaly' | 'abnormal_weather' | 'wrong_acres' | 'claim'
}

/** Seconds (`…S`) are minimum durations, because a single reading may be noise. */
export const RULE_THRESHOLDS = {
  /** Slower, with the pump on, is hovering. */
  hoverSpeedMs: { unit: 'm/s', range: [0.1, 3], usual: 0.5, of: 'blowing_anomaly' },
  hoverS: { unit: 's', range: [3, 120], usual: 10, of: 'blowing_anomaly' },
  /** Above ground; spray from a greater height drifts. */
  sprayHeightM: { unit: 'm', range: [2, 30], usual: 8, of: 'blowing_anomaly' },
  sprayHeightS: { unit: 's', range: [1, 60], usual: 3, of: 'blowing_anomaly' },
  /** Relative difference from the commanded flow, over or under it. */
  flowErrorRatio: { unit: 'ratio', range: [0.05, 1], usual: 0.3, of: 'blowing_anomaly' },
  /** A pump takes some seconds to reach its target flow. */
  flowErrorS: { unit: 's', range: [1, 60], usual: 5, of: 'blowing_anomaly' },
  windMs: { unit: 'm/s', range: [1, 20], usual: 8, of: 'abnormal_weather' },
  rainMmH: { unit: 'mm/h', range: [0, 10], usual: 0, of: 'abnormal_weather' },
  temperatureC: { unit: '°C', range: [15, 50], usual: 35, of: 'abnormal_weather' },
  /** Spraying time; pauses at the headland are not counted. */
  weatherS: { unit: 's', range: [0, 600], usual: 20, of: 'abnormal_weather' },
  /** Difference between the claimed and the covered area, in either direction. */
  claimErrorRatio: { unit: 'ratio', range: [0.02, 1], usual: 0.15, of: 'wrong_acres' },
  /** Share of the covered area that was covered before in the same unified task. */
  alreadyCoveredRatio: { unit: 'ratio', range: [0.05, 1], usual: 0.2, of: 'wrong_acres' },
  /** No spraying drone flies faster; those on sale reach 10 to 14 m/s (makers' data sheets). */
  impossibleSpeedMs: { unit: 'm/s', range: [15, 60], usual: 30, of: 'claim' },
  impossibleSpeedS: { unit: 's', range: [1, 60], usual: 3, of: 'claim' },
  /** No drone covers its swath faster. */
  coveringSpeedMs: { unit: 'm/s', range: [8, 30], usual: 15, of: 'claim' },
  /** The reported swath width, as a multiple of the registered one. */
  swathWidthRatio: { unit: 'ratio', range: [1.2, 5], usual: 2, of: 'claim' },
  /** Share of the pump-on time without any flow. */
  dryRatio: { unit: 'ratio', range: [0.2, 1], usual: 0.8, of: 'claim' },
  /** Shared ground, as a share of the smaller of two covered areas. */
  sameGroundRatio: { unit: 'ratio', range: [0.05, 1], usual: 0.3, of: 'claim' },
  /** From one flight to the other: a season of a field crop. */
  sameGroundDays: { unit: 'days', range: [1, 365], usual: 90, of: 'claim' },
  /** Share of the places of two tracks that are the same to the centimetre. */
  sameTrackRatio: { unit: 'ratio', range: [0.3, 1], usual: 0.5, of: 'claim' },
} as const satisfies Record<string, Threshold>

export type ThresholdName = keyof typeof RULE_THRESHOLDS
export type RuleThresholds = { readonly [K in ThresholdName]: number }

export const THRESHOLD_NAMES = Object.keys(RULE_THRESHOLDS) as readonly ThresholdName[]

export const USUAL_THRESHOLDS: RuleThresholds = Object.fromEntries(
  THRESHOLD_NAMES.map((name) => [name, RULE_THRESHOLDS[name].usual]),
) as RuleThresholds
