// Thailand's districts (amphoe, and khet of Bangkok) with the four digits of the Department of
// Provincial Administration.
import type { Packages } from './packages.ts'

type Entry = { nameTh: string; nameEn: string; code: string }
type Directory = {
  getProvinces: () => Promise<Entry[]>
  getDistricts: (province: string) => Promise<Entry[]>
}

export type ThaiDistrict = {
  /** Province and district, two digits each. */ code: string
  thai: string
  english: string
}

/** Numbers that the source lacks (all of Bueng Kan) or assigns to two districts. */
const numbers: Record<string, string> = {
  เมืองบึงกาฬ: '3801',
  พรเจริญ: '3802',
  โซ่พิสัย: '3803',
  เซกา: '3804',
  ปากคาด: '3805',
  บึงโขงหลง: '3806',
  ศรีวิไล: '3807',
  บุ่งคล้า: '3808',
  น้ำปาด: '5304',
  กัลยาณิวัฒนา: '5025',
}

/** English names that are garbled in the source, or differ from the districts' own spelling. */
const corrections: Record<string, string> = {
  สาทร: 'Sathon',
  อุบลรัตน์: 'Ubolratana',
  น้ำปาด: 'Nam Pat',
  ค่ายบางระจัน: 'Khai Bang Rachan',
  นครชัยศรี: 'Nakhon Chai Si',
  สนามชัยเขต: 'Sanam Chai Khet',
  แวงใหญ่: 'Waeng Yai',
  ภูผาม่าน: 'Phu Pha Man',
  กัลยาณิวัฒนา: 'Galyani Vadhana',
  ชะอำ: 'Cha-am',
}

/**
 * @throws where the source has lost or gained a district, so that a person checks before a code
 * moves
 */
export async function readThaiDistricts(packages: Packages): Promise<ThaiDistrict[]> {
  const directory = await packages.load<Directory>('thai-address-universal', 'dist/esm/index.js')
  const districts: ThaiDistrict[] = []
  for (const province of await directory.getProvinces()) {
    for (const { nameTh, nameEn, code } of await directory.getDistricts(province.code)) {
      districts.push({
        code: numbers[nameTh] ?? code,
        thai: nameTh,
        english: corrections[nameTh] ?? nameEn,
      })
    }
  }
  const known = new Set(districts.map(({ thai }) => thai))
  const absent = [...Object.keys(corrections), ...Object.keys(numbers)].filter(
    (name) => !known.has(name),
  )
  if (absent.length > 0) throw new Error(`Corrected, but not in the source: ${absent.join(', ')}`)
  if (districts.length !== 928 || new Set(districts.map(({ code }) => code)).size !== 928)
    throw new Error(`${districts.length} districts of Thailand, 928 were expected`)
  return districts.sort((a, b) => (a.code < b.code ? -1 : 1))
}
