// QGroundControl's plan file (dev guide, "Plan File Format"): JSON, version 1, mission version 2.
import type { PlanPoint } from '../plan.ts'
import type { WrittenSortie } from './planned-file.ts'

/** MAV_CMD of MAVLink's common messages. */
const takeOff = 22
const waypoint = 16
const returnToLaunch = 20
const changeSpeed = 178
/** MAV_CMD_DO_SPRAYER: param1 0 or 1. */
const sprayer = 216
/** MAV_FRAME_GLOBAL_RELATIVE_ALT, and MAV_FRAME_MISSION for items without a position. */
const aboveHome = 3
const noFrame = 2
/** AltitudeMode: above the place of take-off. */
const aboveLaunch = 1

type Param = number | null
type Item = { command: number; frame: number; params: readonly Param[] }

const go = (command: number, { at: [lng, lat], heightM }: PlanPoint): Item => ({
  command,
  frame: aboveHome,
  params: [0, 0, 0, null, lat, lng, heightM],
})
const tell = (command: number, ...params: number[]): Item => ({
  command,
  frame: noFrame,
  params: [...params, 0, 0, 0, 0, 0, 0, 0].slice(0, 7),
})

/** The pump is switched where it changes; take-off is the climb from the first place. */
const itemsOf = ({ sortie: { points }, speedMs }: WrittenSortie): Item[] => {
  const [, first, ...rest] = points.slice(0, -1)
  const items: Item[] = [go(takeOff, first!), tell(changeSpeed, 1, speedMs, -1)]
  let isOn = false
  for (const point of rest) {
    items.push(go(waypoint, point))
    if (point.pumpOn !== isOn) items.push(tell(sprayer, point.pumpOn ? 1 : 0))
    isOn = point.pumpOn
  }
  return [...items, tell(returnToLaunch)]
}

export const writeQgcPlan = (written: WrittenSortie): string => {
  const { place, speedMs } = written
  const plan = {
    fileType: 'Plan',
    geoFence: { circles: [], polygons: [], version: 2 },
    groundStation: 'QGroundControl',
    mission: {
      cruiseSpeed: speedMs,
      // MAV_AUTOPILOT_ARDUPILOTMEGA, MAV_TYPE_HEXAROTOR: typical of spraying drones
      firmwareType: 3,
      globalPlanAltitudeMode: aboveLaunch,
      hoverSpeed: speedMs,
      items: itemsOf(written).map(({ command, frame, params }, i) => ({
        ...(frame === aboveHome
          ? { AMSLAltAboveTerrain: null, Altitude: params[6], AltitudeMode: aboveLaunch }
          : {}),
        autoContinue: true,
        command,
        doJumpId: i + 1,
        frame,
        params,
        type: 'SimpleItem',
      })),
      plannedHomePosition: [place[1], place[0], 0],
      vehicleType: 13,
      version: 2,
    },
    rallyPoints: { points: [], version: 2 },
    version: 1,
  }
  return `${JSON.stringify(plan, null, 1)}\n`
}
