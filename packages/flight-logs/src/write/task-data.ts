import { computeClientName, toBoomId, writeDevice } from './task-data-device.ts'
import { DDI, ddiText, timeLogHeader, timeLogRecords } from './time-log.ts'
import type { WrittenPlot, WrittenSortie, WrittenSorties } from './written-sortie.ts'
import { xmlAttributes } from '@swath/file-syntax/xml-text'
import { writeZip } from '@swath/file-syntax/zip-writer'
import type { ZipFile } from '@swath/file-syntax/zip-writer'

export type TaskDataOptions = {
  /** Times of the standard are local: minutes ahead of UTC at a time. */
  readonly utcOffsetMinAt: (tMs: number) => number
  readonly softwareVersion: string
}

/** Time logs are named with five digits. */
const MOST_TIME_LOGS = 99_999
const COMPLETED = 4
const EFFECTIVE = 4

/**
 * An archive with TASKDATA/TASKDATA.XML and one time log per sortie, for farm management systems
 * and terminals.
 */
export function writeTaskData(
  sorties: WrittenSorties,
  options: TaskDataOptions,
): AsyncGenerator<Uint8Array> {
  return writeZip(taskDataFiles(sorties, options))
}

/**
 * ISO 11783-10 version 4: the files, the time logs first, because TASKDATA.XML is complete only
 * after all sorties.
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
      // boundary, one a part
      const boundaries = (plot.parts ?? []).map((part) => {
        const rings = part.map(
          (ring, i) =>
            `<LSG A="${i === 0 ? 1 : 2}">${ring.map(([lng, lat]) => `<PNT A="2" C="${lat.toFixed(9)}" D="${lng.toFixed(9)}"/>`).join('')}</LSG>`,
        )
        return `<PLN A="1">${rings.join('')}</PLN>`
      })
      return `<PFD${xmlAttributes({ A: id, C: plot.name.slice(0, 32), D: Math.round(plot.areaM2), E: customerId })}>${boundaries.join('')}</PFD>\n`
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
