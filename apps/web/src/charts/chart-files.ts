// Exports a chart as a file with a white background; on screen it is transparent.
import { saveFile } from '../lib/save-file.ts'
import { colors } from '../lib/theme.ts'
import type { ChartDrawing } from './stat-chart.tsx'

const withGround = (svg: string): string =>
  svg.replace(/(<svg[^>]*>)/, `$1<rect width="100%" height="100%" fill="${colors.paper}"/>`)
const toBlob = (svg: string): Blob => new Blob([withGround(svg)], { type: 'image/svg+xml' })

export const saveSvg = (name: string, drawing: ChartDrawing): void =>
  saveFile(`${name}.svg`, toBlob(drawing.toSvg()))

/** For print and high-density phone screens. */
const scale = 2

/** @throws where the browser cannot draw it */
export const savePng = async (name: string, drawing: ChartDrawing): Promise<void> => {
  const { widthPx, heightPx } = drawing.size()
  const address = URL.createObjectURL(toBlob(drawing.toSvg()))
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = widthPx * scale
    canvas.height = heightPx * scale
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!png) throw new Error('the drawing is too large for a picture')
    saveFile(`${name}.png`, png)
  } finally {
    URL.revokeObjectURL(address)
  }
}
