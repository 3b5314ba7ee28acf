import { checkPoint, type PointCheck } from '@swath/domain/point-validation'
import type { DeviceEvent } from '@swath/domain/device-event'
import { readPoint } from '@swath/domain/point-fields'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import type { PipelineDroneState } from '../pipeline-drone-state.ts'
import type { Handler, PipelineMessage } from './pipeline-message.ts'

/** A clock within this error of ours needs no shift, even if it had one before. */
const rightMs = 60_000

const check = (
  drone: PipelineDroneState,
  point: TelemetryPoint,
  receivedAtMs: number,
): PointCheck => {
  if (
    drone.clock &&
    (drone.clock.boot !== point.boot || Math.abs(point.tMs - receivedAtMs) < rightMs)
  )
    drone.clock = null
  const checked = checkPoint(point, { receivedAtMs, clockShiftMs: drone.clock?.shiftMs ?? null })
  if (checked.ok && checked.point.clockShiftMs && checked.point.boot !== null)
    drone.clock = { boot: checked.point.boot, shiftMs: checked.point.clockShiftMs }
  return checked
}

const reject = (message: PipelineMessage, reason: string, count = 1): void => {
  message.rejected ??= new Map()
  message.rejected.set(reason, (message.rejected.get(reason) ?? 0) + count)
}

/** Passes each plausible point, with its clock corrected. */
export const validate: Handler = (message) => {
  const { decoded, drone, receivedAtMs } = message
  if (message.refusal !== '') return reject(message, message.refusal)
  if (decoded.type === 'unreadable') return reject(message, decoded.reason)
  if (decoded.type === 'event') {
    const checked = check(drone, pointAt(decoded.event), receivedAtMs)
    if (checked.ok) message.event = { ...decoded.event, tMs: checked.point.tMs }
    else reject(message, checked.reason)
    return
  }
  if (decoded.type !== 'track') return
  if (decoded.unreadablePoints > 0) reject(message, 'not_a_point', decoded.unreadablePoints)
  const good: TelemetryPoint[] = []
  for (const point of decoded.points) {
    const checked = check(drone, point, receivedAtMs)
    if (checked.ok) good.push(checked.point)
    else reject(message, checked.reason)
  }
  message.points = good
}

/**
 * Represents an event as a point with a valid position, so that its clock is checked the same way.
 */
const pointAt = ({ tMs, boot, seq }: DeviceEvent): TelemetryPoint =>
  readPoint({ tMs, lng: 1, lat: 1, boot, seq }, {})
