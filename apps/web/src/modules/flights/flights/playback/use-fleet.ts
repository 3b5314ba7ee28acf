import type { LngLat } from '@swath/domain/lng-lat'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { FleetLayer, type FleetLine } from './fleet-layer.ts'
import type { DroneStatus } from '../../../../map/map-images.ts'
import type { MapHandle } from '../../../../map/map-types.ts'
import { toFlightLines } from './fleet-lines.ts'
import { playColour } from '../history/play-colours.ts'
import {
  lookUp,
  newMoment,
  type Played,
  type PlayedMoment,
  type PlayedState,
} from './played-moment.ts'

/** Update interval of growing lines, ms: each update makes MapLibre recreate their tiles. */
const linesEveryMs = 200

const statuses: Readonly<Record<PlayedState, DroneStatus>> = {
  before: 'offline',
  silent: 'offline',
  ground: 'ground',
  flying: 'flying',
  spraying: 'spraying',
}

/**
 * Multiplier that makes the ids of flights unique across drones: no drone flies more often in two
 * days.
 */
const mostFlights = 10_000
const flightId = (index: number, flight: number): number => index * mostFlights + flight

const asLines = (
  index: number,
  flight: number,
  { spraying, transit }: ReturnType<typeof toFlightLines>,
): FleetLine[] => [
  ...(transit.length > 0
    ? [{ id: flightId(index, flight), colour: playColour(index), spraying: false, lines: transit }]
    : []),
  ...(spraying.length > 0
    ? [{ id: flightId(index, flight), colour: playColour(index), spraying: true, lines: spraying }]
    : []),
]

/** Number of a drone's flights that are over at its moment. */
const countOver = ({ state, flight }: PlayedMoment): number =>
  state === 'ground' || state === 'before' ? flight + 1 : flight

/** Keeps the drawn fleet in step with the time; only sends changes to the map. */
class FleetDrawing {
  readonly moments: readonly PlayedMoment[]
  private readonly drones: readonly Played[]
  private layer: FleetLayer | null = null
  /** For each drone, the number of flights that are drawn as over. */
  private shownOver: number[]
  private linesMs = Number.NEGATIVE_INFINITY

  constructor(drones: readonly Played[]) {
    this.drones = drones
    this.moments = drones.map(newMoment)
    this.shownOver = drones.map(() => 0)
  }

  attach(layer: FleetLayer | null): void {
    this.layer = layer
    this.shownOver = this.drones.map(() => 0)
    layer?.setFlights(
      this.drones.flatMap(({ track, startMs }, index) =>
        Array.from(startMs, (_, flight) =>
          asLines(index, flight, toFlightLines(track, flight, track.flightFrom[flight + 1]! - 1)),
        ).flat(),
      ),
    )
  }

  /** `isSettled`: no call follows soon, so everything must be drawn now. */
  draw(tMs: number, followed: number, isSettled: boolean): void {
    for (const [index, played] of this.drones.entries()) lookUp(played, tMs, this.moments[index]!)
    if (!this.layer) return
    this.layer.setDrones(
      this.moments.flatMap((moment, index) =>
        Number.isNaN(moment.lng)
          ? []
          : [
              {
                number: index + 1,
                colour: playColour(index),
                status: statuses[moment.state],
                lng: moment.lng,
                lat: moment.lat,
                headingDeg: moment.headingDeg,
                isFollowed: index === followed,
              },
            ],
      ),
    )
    this.drawFlown()
    const nowMs = performance.now()
    if (!isSettled && nowMs - this.linesMs < linesEveryMs) return
    this.linesMs = nowMs
    this.layer.setCurrent(
      this.moments.flatMap((moment, index) =>
        countOver(moment) > moment.flight || moment.row < 0
          ? []
          : asLines(
              index,
              moment.flight,
              toFlightLines(this.drones[index]!.track, moment.flight, moment.row, [
                moment.lng,
                moment.lat,
              ]),
            ),
      ),
    )
  }

  private drawFlown(): void {
    for (const [index, moment] of this.moments.entries()) {
      const over = countOver(moment)
      const shown = this.shownOver[index]!
      for (let flight = Math.min(over, shown); flight < Math.max(over, shown); flight++)
        this.layer!.setFlown(flightId(index, flight), over > shown)
      this.shownOver[index] = over
    }
  }
}

/** Draws the fleet on the map. `draw` is called on each frame and bypasses React. */
export const useFleet = (
  drones: readonly Played[],
  map: MapHandle | null,
  {
    followed,
    follow,
    onFollow,
  }: { followed: number; follow: (place: LngLat) => void; onFollow: (index: number) => void },
) => {
  const drawing = useMemo(() => new FleetDrawing(drones), [drones])
  const latest = useRef({ followed, follow, onFollow })
  useEffect(() => {
    latest.current = { followed, follow, onFollow }
  }, [followed, follow, onFollow])
  const lastMs = useRef<number | null>(null)
  useEffect(() => {
    if (!map) return
    const layer = new FleetLayer(map, (number) => latest.current.onFollow(number - 1))
    drawing.attach(layer)
    if (lastMs.current !== null) drawing.draw(lastMs.current, latest.current.followed, true)
    return () => {
      drawing.attach(null)
      layer.remove()
    }
  }, [map, drawing])
  const draw = useCallback(
    (tMs: number, isPlaying: boolean): void => {
      lastMs.current = tMs
      drawing.draw(tMs, latest.current.followed, !isPlaying)
      const moment = drawing.moments[latest.current.followed]
      if (moment && isPlaying && !Number.isNaN(moment.lng))
        latest.current.follow([moment.lng, moment.lat])
    },
    [drawing],
  )
  return { draw, moments: drawing.moments }
}
