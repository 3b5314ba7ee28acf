import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { labelLines, qrCorrections, qrShape, qrSvg } from './qr-picture.ts'

/** Paints the path as a camera would see it, four pixels a module. */
const painted = (text: string, correction: (typeof qrCorrections)[number]) => {
  const { side, path } = qrShape(text, correction)!
  const scale = 4
  const width = side * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
    }
  }
  return { width, height: width, data }
}

describe('a QR code', () => {
  test('decodes to the original text, at every error correction level and in every script', () => {
    for (const text of [
      'DEMO-CN-0001',
      'WIFI:T:WPA;S:Field;P:a\\;b;;',
      '植保无人机 무인기 โดรน',
      'mqtts://field.example:8883?clientId=D1',
    ]) {
      for (const correction of qrCorrections) expect(decodeQR(painted(text, correction))).toBe(text)
    }
  })
  test('holds exactly as many bytes as ISO/IEC 18004 allows', () => {
    expect(qrShape('a'.repeat(2953), 'low')!.side).toBe(177 + 8)
    expect(qrShape('a'.repeat(2954), 'low')).toBeNull()
    expect(qrShape('a'.repeat(1273), 'high')).not.toBeNull()
    expect(qrShape('a'.repeat(1274), 'high')).toBeNull()
    expect(qrShape('田'.repeat(425), 'high')).toBeNull()
    expect(qrShape('')).toBeNull()
  })
  test('the SVG file is in millimetres, has its label below, and contains no script', () => {
    const svg = qrSvg({
      text: 'D1',
      correction: 'medium',
      label: '<script>alert(1)</script>',
      sideMm: 40,
    })!
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect(parsed.documentElement.getAttribute('width')).toBe('40mm')
    expect(parsed.querySelector('script')).toBeNull()
    expect([...parsed.querySelectorAll('text')].map((one) => one.textContent).join('')).toContain(
      '<script>',
    )
  })
  test('a label breaks into three lines at most', () => {
    expect(labelLines('DEMO-CN-0001')).toEqual(['DEMO-CN-0001'])
    expect(labelLines('  ')).toEqual([])
    expect(labelLines('植'.repeat(13))).toEqual(['植'.repeat(12), '植'])
    const long = labelLines('植'.repeat(80))
    expect(long).toHaveLength(3)
    expect(long[2]).toMatch(/…$/)
  })
})
