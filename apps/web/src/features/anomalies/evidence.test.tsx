import { describe, expect, test } from 'vitest'
import { evidenceLines } from './evidence.ts'

describe('evidence of an alarm', () => {
  test('figures come in their order, with units, and ids are left out', () => {
    expect(evidenceLines({ speedMs: 0.24, zoneId: 'b7', seconds: 75 })).toEqual([
      { label: 'terms:speed', text: '0.2', unit: 'm/s' },
      { label: 'anomalies:evidenceFor', text: '1:15' },
    ])
  })
  test('crops are told by their names', () => {
    expect(
      evidenceLines({ cropId: 'b', cropName: 'Cotton', plotCropId: 'a', plotCropName: 'Rice' }),
    ).toEqual([
      { label: 'anomalies:evidenceCrop', text: 'Cotton' },
      { label: 'anomalies:evidencePlotCrop', text: 'Rice' },
    ])
  })
  test('areas stay figures, for the unit of the person', () => {
    expect(evidenceLines({ claimedAreaM2: 9000 })).toEqual([
      { label: 'anomalies:evidenceClaimed', areaM2: 9000 },
    ])
  })
  test('what is missing or no number is not shown as zero', () => {
    expect(evidenceLines({ heightM: null, speedMs: 'fast', flowLMin: Number.NaN })).toEqual([])
  })
})
