import { DDI, ddiText, LOGGED_DDIS, timeLogHeader, timeLogRecords } from './time-log.ts'
import type { WrittenPlot, WrittenSortie, WrittenSorties } from './written-sortie.ts'
import { xmlAttributes } from './xml-text.ts'
import { writeZip } from './zip.ts'
import type { ZipFile } from './zip.ts'

export type TaskDataOptions = {
  /** Times of the standard are local: minutes ahead of UTC at a time. */
  readonly utcOffsetMinAt: (tMs: number) => number
  readonly softwareVersion: string
}

/** Time logs are named with five digits. */
const MOST_TIME_LOGS = 99_999
const COMPLETED = 4
const EFFECTIVE = 4
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

/**
 * An archive with TASKDATA/TASKDATA.XML and a time log a sortie, as farm management systems and
 * terminals take it.
 */
export function writeTaskData(
  sorties: WrittenSorties,
  options: TaskDataOptions,
): AsyncGenerator<Uint8Array> {
  return writeZip(taskDataFiles(sorties, options))
}

/**
 * ISO 11783-10 version 4: the files, the time logs first, because TASKDATA.XML is known only when
 * all sorties have passed.
 */
async function* taskDataFiles(
  sorties: WrittenSorties,
  options: TaskDataOptions,
): AsyncGenerator<ZipFile> {
  const references = new References()
  const tasks: string[] = []
  for await (const sortie of sorties) {
    if (tasks.length >= MOST_TIME_LOGS)
      throw new RangeError('more sorties than TASKDATA has names for')
    const log = `TLG${String(tasks.length + 1).padStart(5, '0')}`
    const device = references.device(sortie)
    const utcOffsetMin = options.utcOffsetMinAt(sortie.startMs)
    yield { name: `TASKDATA/${log}.XML`, content: timeLogHeader(device.boomId) }
    yield {
      name: `TASKDATA/${log}.BIN`,
      content: timeLogRecords(sortie.points, sortie.swathWidthM ?? 0, utcOffsetMin),
    }
    tasks.push(writeTask(sortie, tasks.length + 1, log, references, device, utcOffsetMin))
  }
  const root = xmlAttributes({
    VersionMajor: 4,
    VersionMinor: 3,
    ManagementSoftwareManufacturer: 'Swath',
    ManagementSoftwareVersion: options.softwareVersion,
    TaskControllerManufacturer: 'Swath',
    TaskControllerVersion: options.softwareVersion,
    DataTransferOrigin: 1,
  })
  yield {
    name: 'TASKDATA/TASKDATA.XML',
    content: `<?xml version="1.0" encoding="UTF-8"?>\n<ISO11783_TaskData${root}>\n${references.elements()}${tasks.join('')}</ISO11783_TaskData>\n`,
  }
}

type Device = { readonly id: string; readonly boomId: string; readonly clientName: string }

/** Customers, fields, workers, products and devices: each written once and named by its id. */
class References {
  readonly #ids = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #elements = new Map<string, string[]>()

  elements(): string {
    return ['CTR', 'PDT', 'PFD', 'WKR', 'DVC']
      .flatMap((tag) => this.#elements.get(tag) ?? [])
      .join('')
  }

  named(tag: 'CTR' | 'PDT' | 'WKR', name: string | null): string | null {
    return name === null || name.trim() === ''
      ? null
      : this.#once(
          tag,
          name,
          (id) => `<${tag}${xmlAttributes({ A: id, B: name.slice(0, 32) })}/>\n`,
        )
  }

  plot(plot: WrittenPlot | null, customerId: string | null): string | null {
    if (plot === null) return null
    return this.#once('PFD', plot.id, (id) => {
      // PNT type 2 "other", C north, D east; LSG type 1 outer ring, 2 inner; PLN type 1 field
      // boundary
      const rings = (plot.polygon ?? []).map(
        (ring, i) =>
          `<LSG A="${i === 0 ? 1 : 2}">${ring.map(([lng, lat]) => `<PNT A="2" C="${lat.toFixed(9)}" D="${lng.toFixed(9)}"/>`).join('')}</LSG>`,
      )
      const boundary = rings.length === 0 ? '' : `<PLN A="1">${rings.join('')}</PLN>`
      return `<PFD${xmlAttributes({ A: id, C: plot.name.slice(0, 32), D: Math.round(plot.areaM2), E: customerId })}>${boundary}</PFD>\n`
    })
  }

  device(sortie: WrittenSortie): Device {
    const clientName = computeClientName(sortie.droneId)
    const id = this.#once('DVC', sortie.droneId, (deviceId) =>
      writeDevice(deviceId, sortie, clientName),
    )
    return { id, boomId: toBoomId(id), clientName }
  }

  #once(tag: string, key: string, write: (id: string) => string): string {
    const known = this.#ids.get(`${tag} ${key}`)
    if (known !== undefined) return known
    const number = (this.#counts.get(tag) ?? 0) + 1
    const id = `${tag}${number}`
    this.#counts.set(tag, number)
    this.#ids.set(`${tag} ${key}`, id)
    const elements = this.#elements.get(tag) ?? []
    elements.push(write(id))
    this.#elements.set(tag, elements)
    return id
  }
}

const toBoomId = (deviceId: string): string => `DET${Number(deviceId.slice(3)) * 2}`

function writeDevice(id: string, sortie: WrittenSortie, clientName: string): string {
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

function writeTask(
  sortie: WrittenSortie,
  number: number,
  log: string,
  references: References,
  device: Device,
  utcOffsetMin: number,
): string {
  const { record } = sortie
  const customerId = references.named('CTR', sortie.customer)
  const workerId = references.named('WKR', sortie.pilot)
  const productId = references.named('PDT', record?.chemical ?? null)
  const attributes = xmlAttributes({
    A: `TSK${number}`,
    B: sortie.name.slice(0, 32),
    C: customerId,
    E: references.plot(sortie.plot, customerId),
    F: workerId,
    G: COMPLETED,
  })
  const totals: readonly (readonly [number, number])[] =
    record === null
      ? []
      : [
          [DDI.totalArea, record.coveredM2],
          [
            DDI.effectiveDistance,
            record.swathWidthM > 0 ? (record.sweptM2 / record.swathWidthM) * 1000 : 0,
          ],
          [DDI.effectiveTime, record.spraySeconds],
          [DDI.ineffectiveTime, Math.max(0, record.durationS - record.spraySeconds)],
          [DDI.totalVolumeL, record.sprayL],
          [DDI.totalVolumeMl, record.sprayL * 1000],
        ]
  const values = totals
    .map(
      ([ddi, value]) =>
        `<DLV${xmlAttributes({ A: ddiText(ddi), B: Math.min(2_147_483_647, Math.round(value)), C: device.boomId })}/>`,
    )
    .join('')
  const time = `<TIM${xmlAttributes({ A: localTime(sortie.startMs, utcOffsetMin), B: localTime(sortie.endMs, utcOffsetMin), C: Math.round((sortie.endMs - sortie.startMs) / 1000), D: EFFECTIVE })}>${values}</TIM>`
  return (
    `<TSK${attributes}>${time}${workerId === null ? '' : `<WAN A="${workerId}"/>`}<DAN${xmlAttributes({ A: device.clientName, C: device.id })}/>` +
    `${productId === null ? '' : `<PAN A="${productId}"/>`}<TLG A="${log}" C="1"/></TSK>\n`
  )
}

function localTime(tMs: number, utcOffsetMin: number): string {
  const sign = utcOffsetMin < 0 ? '-' : '+'
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  return `${new Date(tMs + utcOffsetMin * 60_000).toISOString().slice(0, 19)}${sign}${two(utcOffsetMin / 60)}:${two(Math.abs(utcOffsetMin) % 60)}`
}

/**
 * The 64-bit NAME of ISO 11783-5 as 16 hexadecimal digits: self-configurable, industry group 2
 * (agriculture), device class 6 (sprayers), function 255 and manufacturer 2047 (both "not
 * available"), and 21 bits of identity made of the serial number.
 */
function computeClientName(droneId: string): string {
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
