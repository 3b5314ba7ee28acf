// The description of a drone in TASKDATA.XML: its name, its boom and the values that the boom logs.
import { DDI, ddiText, LOGGED_DDIS } from './time-log.ts'
import type { WrittenSortie } from './written-sortie.ts'
import { xmlAttributes } from '@swath/file-syntax/xml-text'

/** Object numbers inside each device description, and its element that logs. */
const OBJECTS = { device: 1, boom: 2, firstData: 10, firstPresentation: 100 } as const

/** Device element types of ISO 11783-10: 1 device, 2 function. */
const ELEMENT = { device: 1, function: 2 } as const

/** Values are sent at an interval of time and when they change (bits 0 and 3). */
const TRIGGERS = 0b1001

type Presentation = {
  readonly name: string
  readonly scale: number
  readonly decimals: number
  readonly unit: string
}

/** How a display shows each value: value × scale in `unit`. */
const PRESENTATIONS: Readonly<Record<(typeof LOGGED_DDIS)[number], Presentation>> = {
  [DDI.applicationRate]: { name: 'Application rate', scale: 0.0001, decimals: 1, unit: 'L/ha' },
  [DDI.flow]: { name: 'Flow', scale: 0.000_06, decimals: 2, unit: 'L/min' },
  [DDI.workingWidth]: { name: 'Working width', scale: 0.001, decimals: 2, unit: 'm' },
  [DDI.totalVolumeMl]: { name: 'Applied volume', scale: 0.001, decimals: 2, unit: 'L' },
  [DDI.workState]: { name: 'Work state', scale: 1, decimals: 0, unit: '' },
  [DDI.sectionStates]: { name: 'Section state', scale: 1, decimals: 0, unit: '' },
}

export const toBoomId = (deviceId: string): string => `DET${Number(deviceId.slice(3)) * 2}`

export function writeDevice(id: string, sortie: WrittenSortie, clientName: string): string {
  const deviceElementId = `DET${Number(id.slice(3)) * 2 - 1}`
  const data = LOGGED_DDIS.map(
    (ddi, i) =>
      `<DPD${xmlAttributes({ A: OBJECTS.firstData + i, B: ddiText(ddi), C: 1, D: TRIGGERS, E: PRESENTATIONS[ddi].name, F: OBJECTS.firstPresentation + i })}/>`,
  )
  const presentations = LOGGED_DDIS.map((ddi, i) => {
    const { scale, decimals, unit } = PRESENTATIONS[ddi]
    return `<DVP${xmlAttributes({ A: OBJECTS.firstPresentation + i, B: 0, C: scale.toFixed(9), D: decimals, E: unit === '' ? null : unit })}/>`
  })
  const references = LOGGED_DDIS.map((_, i) => `<DOR A="${OBJECTS.firstData + i}"/>`).join('')
  // F: structure label; G: localisation label, written backwards: English, metric
  return (
    `<DVC${xmlAttributes({ A: id, B: (sortie.model ?? sortie.droneId).slice(0, 32), C: sortie.firmware?.slice(0, 32), D: clientName, E: sortie.droneId.slice(0, 32), F: '00000000000031', G: 'FF000000006E65' })}>` +
    `<DET${xmlAttributes({ A: deviceElementId, B: OBJECTS.device, C: ELEMENT.device, D: 'Drone', E: 0, F: 0 })}/>` +
    `<DET${xmlAttributes({ A: toBoomId(id), B: OBJECTS.boom, C: ELEMENT.function, D: 'Sprayer', E: 1, F: OBJECTS.device })}>${references}</DET>` +
    `${data.join('')}${presentations.join('')}</DVC>\n`
  )
}

/**
 * The 64-bit NAME of ISO 11783-5 as 16 hexadecimal digits: self-configurable, industry group 2
 * (agriculture), device class 6 (sprayers), function 255 and manufacturer 2047 (both "not
 * available"), and 21 bits of identity made of the serial number.
 */
export function computeClientName(droneId: string): string {
  let identity = 0x811c_9dc5
  for (let i = 0; i < droneId.length; i++)
    identity = Math.imul(identity ^ droneId.charCodeAt(i), 0x0100_0193)
  const name =
    (1n << 63n) |
    (2n << 60n) |
    (6n << 49n) |
    (255n << 40n) |
    (2047n << 21n) |
    BigInt((identity >>> 0) & 0x1f_ffff)
  return name.toString(16).toUpperCase().padStart(16, '0')
}
