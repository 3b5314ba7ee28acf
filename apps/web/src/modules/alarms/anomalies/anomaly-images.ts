import type { MapImage } from '../../../map/map-types.ts'
import { alarmColors, colors } from '../../../lib/theme.ts'

/** Images have twice the resolution of their display size. */
const ratio = 2
const sizePx = 26

const outlines: Readonly<Record<1 | 2 | 3, readonly (readonly [number, number])[]>> = {
  1: [
    [13, 3],
    [24, 22],
    [2, 22],
  ],
  2: [
    [13, 2],
    [24, 13],
    [13, 24],
    [2, 13],
  ],
  3: [
    [4, 4],
    [22, 4],
    [22, 22],
    [4, 22],
  ],
}

/**
 * The same shapes as in lists: 1 a triangle, 2 a diamond, 3 a square, each with an exclamation
 * mark.
 */
const picture = (level: 1 | 2 | 3): MapImage => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sizePx * ratio
  const context = canvas.getContext('2d')
  if (!context) return new ImageData(canvas.width, canvas.height)
  context.scale(ratio, ratio)
  context.lineJoin = 'round'
  context.beginPath()
  for (const [x, y] of outlines[level]) context.lineTo(x, y)
  context.closePath()
  context.lineWidth = 3.5
  context.strokeStyle = colors.paper
  context.stroke()
  context.fillStyle = alarmColors[level]
  context.fill()
  const foot = level === 1 ? 18.5 : 17.5
  context.fillStyle = colors.paper
  context.fillRect(12, foot - 10, 2, 6.5)
  context.fillRect(12, foot - 2, 2, 2)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

export const anomalyImages = (): Record<string, MapImage> => ({
  'anomaly-1': picture(1),
  'anomaly-2': picture(2),
  'anomaly-3': picture(3),
})
