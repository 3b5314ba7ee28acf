import { groundColors, statusColors, type MapPalette } from './map-palette.ts'
import type { MapImage } from './map-types.ts'

/** A drone's activity, distinguished by shape as well as colour. */
export type DroneStatus = 'spraying' | 'flying' | 'ground' | 'offline'

/** Drawing order: a spraying drone is never hidden by one that is switched off. */
export const statusRank: Readonly<Record<DroneStatus, number>> = {
  offline: 0,
  ground: 1,
  flying: 2,
  spraying: 3,
}

/** Images have twice the resolution of their display size. */
const ratio = 2

/** A square image, drawn in CSS pixels. */
export const drawImage = (
  sizePx: number,
  paint: (context: CanvasRenderingContext2D) => void,
): MapImage => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sizePx * ratio
  const context = canvas.getContext('2d')
  if (!context) return new ImageData(canvas.width, canvas.height)
  context.scale(ratio, ratio)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  paint(context)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** The dot next to the name of a city. */
export const placeDot = (palette: MapPalette): MapImage =>
  drawImage(8, (context) => {
    context.beginPath()
    context.arc(4, 4, 2.2, 0, 2 * Math.PI)
    context.fillStyle = palette.halo
    context.fill()
    context.lineWidth = 1.2
    context.strokeStyle = palette.cityLabel
    context.stroke()
  })

/** A kite-shaped arrow that points north, 11 px from its centre to its tip. */
const arrow = (context: CanvasRenderingContext2D, x: number, y: number): void => {
  context.beginPath()
  context.moveTo(x, y - 11)
  context.lineTo(x + 8, y + 9)
  context.lineTo(x, y + 4.6)
  context.lineTo(x - 8, y + 9)
  context.closePath()
}

const rimmed = (context: CanvasRenderingContext2D, rim: string, fill: string) => {
  context.lineWidth = 3
  context.strokeStyle = rim
  context.stroke()
  context.fillStyle = fill
  context.fill()
}

const spraying = (rim: string) =>
  drawImage(40, (context) => {
    // The swath behind it: three fading bars, as seen on a sprayed field.
    for (const [i, alpha] of [0.85, 0.55, 0.28].entries()) {
      context.beginPath()
      context.moveTo(20 - 7 - i, 29 + i * 3.4)
      context.lineTo(20 + 7 + i, 29 + i * 3.4)
      context.globalAlpha = 1
      context.lineWidth = 3.4
      context.strokeStyle = rim
      context.stroke()
      context.globalAlpha = alpha
      context.lineWidth = 2
      context.strokeStyle = statusColors.spraying
      context.stroke()
    }
    context.globalAlpha = 1
    arrow(context, 20, 17)
    rimmed(context, rim, statusColors.spraying)
  })

const flying = (rim: string) =>
  drawImage(40, (context) => {
    arrow(context, 20, 20)
    rimmed(context, rim, statusColors.flying)
  })

const ground = (rim: string) =>
  drawImage(24, (context) => {
    context.beginPath()
    context.arc(12, 12, 6, 0, 2 * Math.PI)
    rimmed(context, rim, statusColors.ground)
  })

const offline = (rim: string) =>
  drawImage(24, (context) => {
    context.beginPath()
    context.arc(12, 12, 5, 0, 2 * Math.PI)
    context.lineWidth = 5
    context.strokeStyle = rim
    context.stroke()
    context.lineWidth = 2.4
    context.strokeStyle = statusColors.offline
    context.stroke()
  })

const padlock = drawImage.bind(null, 18, (context) => {
  context.beginPath()
  context.arc(9, 9, 8, 0, 2 * Math.PI)
  context.fillStyle = statusColors.lockGround
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = statusColors.lock
  context.stroke()
  context.beginPath()
  context.arc(9, 7.6, 2.2, Math.PI, 2 * Math.PI)
  context.lineWidth = 1.4
  context.stroke()
  context.fillStyle = statusColors.lock
  context.fillRect(5.6, 7.8, 6.8, 5)
})

/**
 * Drone icons for one palette. The names include the rim's colour, because the whole map shares its
 * images.
 */
export const droneImages = (rim: string): Record<string, MapImage> => {
  return {
    [`drone-spraying-${rim}`]: spraying(rim),
    [`drone-flying-${rim}`]: flying(rim),
    [`drone-ground-${rim}`]: ground(rim),
    [`drone-offline-${rim}`]: offline(rim),
    'drone-padlock': padlock(),
  }
}

const hatch = (colour: string): MapImage => {
  const size = 12
  return drawImage(size, (context) => {
    context.strokeStyle = colour
    context.lineWidth = 1.6
    context.lineCap = 'butt'
    for (const shift of [-size, 0, size]) {
      context.beginPath()
      context.moveTo(shift - 2, size + 2)
      context.lineTo(shift + size + 2, -2)
      context.stroke()
    }
  })
}

export const zoneImages = (): Record<string, MapImage> => ({
  'zone-hatch': hatch(groundColors.zone),
  'zone-hatch-disabled': hatch(groundColors.zoneDisabled),
})
