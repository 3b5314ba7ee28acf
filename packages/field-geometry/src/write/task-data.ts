import type { Polygon } from '@swath/domain/polygon'
import { xmlAttributes } from '@swath/file-syntax/xml-text'
import { writeZip } from '@swath/file-syntax/zip-writer'
import { partsOf, type WrittenFeature, type WrittenFeatures } from './written-feature.ts'

/**
 * LSG type 1 outer ring, 2 inner; PNT type 2 "other", C north, D east with the nine decimals of the
 * standard.
 */
const ringsText = (rings: Polygon): string =>
  rings
    .map(
      (ring, i) =>
        `<LSG A="${i === 0 ? 1 : 2}">${ring.map(([lng, lat]) => `<PNT A="2" C="${lat.toFixed(9)}" D="${lng.toFixed(9)}"/>`).join('')}</LSG>`,
    )
    .join('')

/** PLN type 1: boundary of a field. */
const fieldText = (feature: WrittenFeature, number: number): string => {
  const parts = partsOf(feature.shape)
    .map((part) => `<PLN A="1">${ringsText(part)}</PLN>`)
    .join('')
  const attributes = xmlAttributes({
    A: `PFD${number}`,
    C: feature.name.slice(0, 32),
    D: Math.round(feature.areaM2),
  })
  return `<PFD${attributes}>${parts}</PFD>\n`
}

/** Fields of ISO 11783-10 version 4, for farm management systems and terminals. */
export const writeTaskDataFields = async function* (
  features: WrittenFeatures,
): AsyncGenerator<Uint8Array> {
  const root = xmlAttributes({
    VersionMajor: 4,
    VersionMinor: 3,
    ManagementSoftwareManufacturer: 'Swath',
    ManagementSoftwareVersion: '1',
    TaskControllerManufacturer: 'Swath',
    TaskControllerVersion: '1',
    DataTransferOrigin: 1,
  })
  let content = `<?xml version="1.0" encoding="UTF-8"?>\n<ISO11783_TaskData${root}>\n`
  let number = 0
  for await (const feature of features) content += fieldText(feature, ++number)
  content += '</ISO11783_TaskData>\n'
  yield* writeZip([{ name: 'TASKDATA/TASKDATA.XML', content }])
}
