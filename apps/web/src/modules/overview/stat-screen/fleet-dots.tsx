import { useEffect, useRef } from 'react'
import { flightCodes } from '@swath/contract/live/live'
import { palettes } from '../../../map/map-palette.ts'
import { flightColors } from '../../../lib/theme.ts'
import { liveConnection } from '../../../lib/live/live.ts'
import type { Projection } from './map-shapes.ts'
import style from './stat-screen.module.css'

type Status = (typeof flightCodes)[number]
/** Drawing order: active drones above inactive ones. */
const order: readonly Status[] = ['offline', 'ground', 'flying', 'spraying']

type Dot = {
  readonly lng: number
  readonly lat: number
  readonly status: Status
  readonly count: number
}

const readDots = (): Dot[] => {
  const { drones, clusters } = liveConnection.store
  const single = Array.from(drones.lng, (lng, i) => ({
    lng,
    lat: drones.lat[i]!,
    status: drones.statuses[i]!,
    count: 1,
  }))
  // A cluster has the colour of its most frequent activity, ignoring inactive drones.
  const gathered = Array.from(clusters.lng, (lng, i) => {
    const shares = [...clusters.shares.subarray(i * 4, i * 4 + 4)]
    const busy = shares[3]! > 0 ? 3 : shares.indexOf(Math.max(...shares))
    return { lng, lat: clusters.lat[i]!, status: flightCodes[busy]!, count: clusters.count[i]! }
  })
  return [...single, ...gathered].toSorted(
    (a, b) => order.indexOf(a.status) - order.indexOf(b.status),
  )
}

/** In units of the screen's design. */
const dotRadius = 3.6
const rim = 0.9

const draw = (canvas: HTMLCanvasElement, projection: Projection, room: DOMRect): void => {
  const ratio = window.devicePixelRatio
  const [width, height] = [Math.round(room.width * ratio), Math.round(room.height * ratio)]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.clearRect(0, 0, width, height)
  const scale = width / projection.width
  const unit = (Number.parseFloat(getComputedStyle(canvas).getPropertyValue('--u')) || 1) * ratio
  pen.strokeStyle = palettes.dark.rim
  pen.lineWidth = rim * unit
  for (const { lng, lat, status, count } of readDots()) {
    const [x, y] = projection.place(lng, lat)
    if (x < 0 || y < 0 || x > projection.width || y > projection.height) continue
    const radius = dotRadius * unit * (count === 1 ? 1 : 1 + Math.log10(count))
    const [atX, atY] = [x * scale, y * scale]
    pen.fillStyle = flightColors[status]
    pen.globalAlpha = 0.28
    pen.beginPath()
    pen.arc(atX, atY, radius * 2.2, 0, 2 * Math.PI)
    pen.fill()
    pen.globalAlpha = 1
    pen.beginPath()
    pen.arc(atX, atY, radius, 0, 2 * Math.PI)
    pen.fill()
    // An outline separates the dot from its background, as on the console's map.
    pen.stroke()
  }
}

/** The live fleet over a drawn map: redrawn with each frame, once a second, without React. */
export const FleetDots = ({ projection }: { projection: Projection }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const redraw = (): void => {
      if (document.visibilityState === 'visible')
        draw(element, projection, element.getBoundingClientRect())
    }
    const observer = new ResizeObserver(redraw)
    observer.observe(element)
    const leave = liveConnection.store.subscribe(redraw)
    return () => {
      observer.disconnect()
      leave()
    }
  }, [projection])
  return <canvas ref={canvas} className={style.dots} aria-hidden="true" />
}
