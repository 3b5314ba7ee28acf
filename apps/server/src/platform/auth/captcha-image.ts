// Four digits that are easy to read for people and harder for machines: drawn from custom strokes,
// each digit turned, stretched and bent at random, and crossed by lines of the same ink. Sent as
// pixels, because outlines would reveal the digits.
import sharp from 'sharp'

type Point = readonly [x: number, y: number]

/** Strokes in a box of 1 × 1, y downwards; a curve is drawn smoothly through its points. */
type Stroke = { curve: boolean; points: readonly Point[] }
const curve = (...points: readonly Point[]): Stroke => ({ curve: true, points })
const line = (...points: readonly Point[]): Stroke => ({ curve: false, points })

const six = curve(
  [0.74, 0.06],
  [0.38, 0.24],
  [0.16, 0.6],
  [0.27, 0.91],
  [0.58, 0.97],
  [0.83, 0.75],
  [0.68, 0.51],
  [0.38, 0.52],
  [0.18, 0.68],
)
const digits: readonly (readonly Stroke[])[] = [
  [
    curve(
      [0.5, 0.04],
      [0.2, 0.2],
      [0.13, 0.5],
      [0.2, 0.8],
      [0.5, 0.96],
      [0.8, 0.8],
      [0.87, 0.5],
      [0.8, 0.2],
      [0.5, 0.04],
    ),
  ],
  [line([0.26, 0.24], [0.54, 0.05], [0.54, 0.96])],
  [
    curve(
      [0.14, 0.28],
      [0.3, 0.08],
      [0.58, 0.04],
      [0.82, 0.23],
      [0.72, 0.5],
      [0.38, 0.76],
      [0.12, 0.95],
    ),
    line([0.12, 0.95], [0.9, 0.95]),
  ],
  [
    curve([0.16, 0.16], [0.45, 0.04], [0.78, 0.17], [0.74, 0.38], [0.42, 0.48]),
    curve([0.42, 0.48], [0.8, 0.57], [0.85, 0.8], [0.5, 0.97], [0.13, 0.85]),
  ],
  [line([0.68, 0.97], [0.68, 0.04], [0.1, 0.68], [0.94, 0.68])],
  [
    line([0.82, 0.05], [0.27, 0.05], [0.21, 0.45]),
    curve([0.21, 0.45], [0.5, 0.36], [0.82, 0.52], [0.82, 0.8], [0.5, 0.97], [0.14, 0.86]),
  ],
  [six],
  [line([0.1, 0.06], [0.9, 0.06], [0.4, 0.97])],
  [
    curve(
      [0.5, 0.47],
      [0.2, 0.28],
      [0.31, 0.06],
      [0.69, 0.06],
      [0.8, 0.28],
      [0.5, 0.47],
      [0.15, 0.7],
      [0.28, 0.95],
      [0.72, 0.95],
      [0.85, 0.7],
      [0.5, 0.47],
    ),
  ],
  [{ curve: true, points: six.points.map(([x, y]): Point => [1 - x, 1 - y]) }],
]

/** Points along a stroke, close enough for bending it; curves are Catmull-Rom splines. */
const pointsAlong = ({ curve: smooth, points }: Stroke): Point[] => {
  const steps = 12
  const result: Point[] = []
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [
      points[i - 1] ?? points[i]!,
      points[i]!,
      points[i + 1]!,
      points[i + 2] ?? points[i + 1]!,
    ]
    for (let step = 0; step < steps; step++) {
      const t = step / steps
      const along = (axis: 0 | 1): number =>
        smooth
          ? 0.5 *
            (2 * b[axis] +
              (c[axis] - a[axis]) * t +
              (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
              (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3)
          : b[axis] + (c[axis] - b[axis]) * t
      result.push([along(0), along(1)])
    }
  }
  return [...result, points.at(-1)!]
}

const between = (from: number, to: number): number => from + Math.random() * (to - from)
const drawPath = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`

/** In pixels; displayed at half the size. */
export const captchaSize = { width: 260, height: 88 } as const

/** PNG of the digits on a light ground, in one random dark hue. */
export const drawCaptcha = async (answer: string): Promise<Buffer> => {
  const { width, height } = captchaSize
  const hue = Math.floor(between(0, 360))
  const ink = () =>
    `hsl(${hue + Math.floor(between(-25, 25))} ${Math.floor(between(45, 70))}% ${Math.floor(between(24, 36))}%)`
  const waves = [0, 1].map(() => ({
    height: between(2, 4.5),
    length: between(45, 90),
    phase: between(0, 7),
  }))
  const bent = ([x, y]: Point): Point => [
    x + waves[0]!.height * Math.sin(y / (waves[0]!.length / 3) + waves[0]!.phase),
    y + waves[1]!.height * Math.sin(x / (waves[1]!.length / 3) + waves[1]!.phase),
  ]
  const cell = (width - 28) / answer.length
  const strokes = answer.split('').flatMap((digit, i) => {
    const [wide, high, turn, lean] = [
      between(30, 38),
      between(46, 56),
      between(-0.32, 0.32),
      between(-0.25, 0.25),
    ]
    const center: Point = [14 + cell * (i + 0.5) + between(-5, 5), height / 2 + between(-7, 7)]
    const place = ([x, y]: Point): Point => {
      const [dx, dy] = [(x - 0.5) * wide + (0.5 - y) * lean * high, (y - 0.5) * high]
      return bent([
        center[0] + dx * Math.cos(turn) - dy * Math.sin(turn),
        center[1] + dx * Math.sin(turn) + dy * Math.cos(turn),
      ])
    }
    const [colour, thick] = [ink(), between(4.2, 6)]
    return digits[Number(digit)]!.map(
      (stroke) =>
        `<path d="${drawPath(pointsAlong(stroke).map(place))}" stroke="${colour}" stroke-width="${thick.toFixed(1)}"/>`,
    )
  })
  const crossing = Array.from({ length: 3 }, () => {
    const points = pointsAlong(
      curve(
        ...Array.from({ length: 5 }, (_, i): Point => [(width / 4) * i, between(8, height - 8)]),
      ),
    )
    return `<path d="${drawPath(points)}" stroke="${ink()}" stroke-width="${between(1.4, 2.4).toFixed(1)}"/>`
  })
  const dots = Array.from(
    { length: 60 },
    () =>
      `<circle cx="${between(0, width).toFixed(0)}" cy="${between(0, height).toFixed(0)}" r="${between(0.8, 2.2).toFixed(1)}" fill="${ink()}" opacity="0.55" stroke="none"/>`,
  )
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 30% 96%)"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${[...strokes, ...crossing, ...dots].join('')}</g></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 32, compressionLevel: 6 }).toBuffer()
}
