import { describe, expect, test } from 'vitest'
import { evidenceLines } from './evidence.ts'

describe('evidence of an alarm', () => {
  test('measurements are in order, with units, and without ids', () => {
    expect(evidenceLines({ speedMs: 0.24, zoneId: 'b7', seconds: 75 })).toEqual([
      { label: 'terms:speed', text: '0.2', unit: 'm/s' },
      { label: 'anomalies:evidenceFor', text: '1:15' },
    ])
  })
  test('crops are shown by name', () => {
    expect(
      evidenceLines({ cropId: 'b', cropName: 'Cotton', plotCropId: 'a', plotCropName: 'Rice' }),
    ).toEqual([
      { label: 'anomalies:evidenceCrop', text: 'Cotton' },
      { label: 'anomalies:evidencePlotCrop', text: 'Rice' },
    ])
  })
  test('areas stay numbers, to be converted to the person’s unit', () => {
    expect(evidenceLines({ claimedAreaM2: 9000 })).toEqual([
      { label: 'anomalies:evidenceClaimed', areaM2: 9000 },
    ])
  })
  test('limits, the source and the part of the track come last', () => {
    expect(
      evidenceLines({
        windMs: 9.4,
        limitWindMs: 8,
        weatherSource: 'drone',
        fromPoint: 30,
        untilPoint: 75,
        fromMs: 1_767_225_600_000,
        untilMs: 1_767_225_645_000,
        rule: 'abnormal_weather.wind',
        rulesVersion: 2,
      }).map((line) => [
        line.label,
        'text' in line ? line.text : 'word' in line ? line.word : null,
      ]),
    ).toEqual([
      ['anomalies:evidenceWind', '9.4'],
      ['anomalies:evidenceLimitWind', '8.0'],
      ['anomalies:evidenceRule', '2'],
      ['anomalies:evidenceWeatherSource', 'anomalies:evidenceWeatherDrone'],
      ['anomalies:evidenceSpan', expect.stringMatching(/^\d\d:\d\d:00–\d\d:\d\d:45$/)],
      ['anomalies:evidencePoints', '30–75'],
    ])
  })
  test('missing and invalid numbers are not shown as zero', () => {
    expect(evidenceLines({ heightM: null, speedMs: 'fast', flowLMin: Number.NaN })).toEqual([])
  })
})
