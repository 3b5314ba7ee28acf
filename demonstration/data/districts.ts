// The demonstration's invented people and companies, in real farming districts.
import type { LngLat } from '@swath/domain/lng-lat'

export type DemoLanguage = 'zh-CN' | 'th' | 'ko' | 'en'

export const demoCrops: readonly {
  /** Id of a shared crop. */
  readonly id: string
  readonly chemical: string
  readonly doseLHa: number
}[] = [
  { id: 'rice', chemical: 'Tricyclazole 75% WP', doseLHa: 22.5 },
  { id: 'wheat', chemical: 'Tebuconazole 43% SC', doseLHa: 18 },
  { id: 'maize', chemical: 'Chlorantraniliprole 20% SC', doseLHa: 22.5 },
  { id: 'soybean', chemical: 'Pyraclostrobin 25% EC', doseLHa: 15 },
  { id: 'cotton', chemical: 'Mepiquat chloride 98% SP', doseLHa: 18 },
  { id: 'rapeseed', chemical: 'Prothioconazole 30% OD', doseLHa: 18 },
  { id: 'peanut', chemical: 'Difenoconazole 20% WG', doseLHa: 18 },
  { id: 'sugarcane', chemical: 'Ametryn 80% WG', doseLHa: 30 },
  { id: 'cassava', chemical: 'Thiamethoxam 25% WG', doseLHa: 22.5 },
  { id: 'barley', chemical: 'Propiconazole 25% EC', doseLHa: 18 },
  { id: 'chilli', chemical: 'Spinetoram 6% SC', doseLHa: 22.5 },
]

export type DemoDistrict = {
  readonly key: string
  readonly regionCode: string
  readonly timeZone: string
  /** Solar hours off UTC, for the hours in which people spray. */
  readonly utcOffsetH: number
  readonly language: DemoLanguage
  readonly villages: readonly { readonly name: string; readonly at: LngLat }[]
  readonly crops: readonly string[]
  readonly plotMu: readonly [smallest: number, largest: number]
  /** Bearing of the field rows, degrees. */
  readonly rowsDeg: number
  /** Share of the year's flights in each month, January first. */
  readonly season: readonly number[]
}

const temperate = [0, 0, 6, 12, 14, 14, 18, 18, 12, 4, 1, 0] as const
const doubleSeason = [1, 3, 11, 14, 11, 12, 16, 16, 10, 5, 3, 1] as const
const shortSummer = [0, 0, 0, 1, 9, 24, 30, 24, 9, 1, 0, 0] as const
const tropical = [6, 6, 6, 6, 8, 10, 12, 13, 12, 9, 7, 6] as const

export const demoDistricts: readonly DemoDistrict[] = [
  {
    key: 'huaxian',
    regionCode: '156410526',
    timeZone: 'Asia/Shanghai',
    utcOffsetH: 8,
    language: 'zh-CN',
    crops: ['wheat', 'maize', 'peanut'],
    plotMu: [12, 60],
    rowsDeg: 2,
    season: doubleSeason,
    villages: [
      { name: '留固', at: [114.648, 35.596] },
      { name: '焦虎', at: [114.655, 35.452] },
      { name: '八里营', at: [114.752, 35.548] },
      { name: '上官', at: [114.692, 35.388] },
      { name: '老店', at: [114.735, 35.438] },
    ],
  },
  {
    key: 'deqing',
    regionCode: '156330521',
    timeZone: 'Asia/Shanghai',
    utcOffsetH: 8,
    language: 'zh-CN',
    crops: ['rice', 'rapeseed'],
    plotMu: [6, 30],
    rowsDeg: 12,
    season: doubleSeason,
    villages: [
      { name: '新市', at: [120.285, 30.625] },
      { name: '禹越', at: [120.255, 30.535] },
      { name: '钟管', at: [120.16, 30.635] },
    ],
  },
  {
    key: 'jiashan',
    regionCode: '156330421',
    timeZone: 'Asia/Shanghai',
    utcOffsetH: 8,
    language: 'zh-CN',
    crops: ['rice', 'wheat'],
    plotMu: [6, 28],
    rowsDeg: 8,
    season: doubleSeason,
    villages: [
      { name: '姚庄', at: [120.955, 30.905] },
      { name: '干窑', at: [120.885, 30.895] },
    ],
  },
  {
    key: 'fujin',
    regionCode: '156230882',
    timeZone: 'Asia/Shanghai',
    utcOffsetH: 8,
    language: 'zh-CN',
    crops: ['rice', 'soybean', 'maize'],
    plotMu: [50, 120],
    rowsDeg: 90,
    season: shortSummer,
    villages: [
      { name: '二龙山', at: [131.83, 47.13] },
      { name: '长安', at: [132.12, 47.2] },
      { name: '大榆树', at: [131.96, 47.32] },
    ],
  },
  {
    key: 'shaya',
    regionCode: '156652924',
    timeZone: 'Asia/Urumqi',
    utcOffsetH: 6,
    language: 'zh-CN',
    crops: ['cotton'],
    plotMu: [60, 120],
    rowsDeg: 35,
    season: temperate,
    villages: [
      { name: '古勒巴格', at: [82.68, 41.23] },
      { name: '海楼', at: [82.84, 41.28] },
      { name: '塔里木', at: [82.9, 41.1] },
    ],
  },
  {
    key: 'xinghua',
    regionCode: '156321281',
    timeZone: 'Asia/Shanghai',
    utcOffsetH: 8,
    language: 'zh-CN',
    crops: ['rice', 'wheat'],
    plotMu: [10, 45],
    rowsDeg: 5,
    season: doubleSeason,
    villages: [
      { name: '戴南', at: [120.1, 32.75] },
      { name: '千垛', at: [119.75, 32.98] },
    ],
  },
  {
    key: 'nanxian',
    regionCode: '156430921',
    timeZone: 'Asia/Shanghai',
    utcOffsetH: 8,
    language: 'zh-CN',
    crops: ['rice', 'rapeseed'],
    plotMu: [8, 35],
    rowsDeg: 20,
    season: doubleSeason,
    villages: [{ name: '明山头', at: [112.52, 29.28] }],
  },
  {
    key: 'suphan',
    regionCode: '764580000',
    timeZone: 'Asia/Bangkok',
    utcOffsetH: 7,
    language: 'th',
    crops: ['rice', 'sugarcane'],
    plotMu: [10, 60],
    rowsDeg: 15,
    season: tropical,
    villages: [
      { name: 'ศรีประจันต์', at: [100.14, 14.62] },
      { name: 'บางปลาม้า', at: [100.15, 14.38] },
    ],
  },
  {
    key: 'nakhonsawan',
    regionCode: '764480000',
    timeZone: 'Asia/Bangkok',
    utcOffsetH: 7,
    language: 'th',
    crops: ['rice', 'cassava'],
    plotMu: [12, 60],
    rowsDeg: 40,
    season: tropical,
    villages: [{ name: 'ชุมแสง', at: [100.31, 15.9] }],
  },
  {
    key: 'gimje',
    regionCode: '410120000',
    timeZone: 'Asia/Seoul',
    utcOffsetH: 9,
    language: 'ko',
    crops: ['rice', 'barley'],
    plotMu: [6, 24],
    rowsDeg: 30,
    season: temperate,
    villages: [
      { name: '죽산', at: [126.83, 35.77] },
      { name: '부량', at: [126.86, 35.74] },
    ],
  },
  {
    key: 'haenam',
    regionCode: '410130000',
    timeZone: 'Asia/Seoul',
    utcOffsetH: 9,
    language: 'ko',
    crops: ['rice', 'chilli'],
    plotMu: [6, 24],
    rowsDeg: 60,
    season: temperate,
    villages: [{ name: '황산', at: [126.46, 34.57] }],
  },
  {
    key: 'ludhiana',
    regionCode: '356270000',
    timeZone: 'Asia/Kolkata',
    utcOffsetH: 5.5,
    language: 'en',
    crops: ['wheat', 'rice', 'cotton'],
    plotMu: [6, 26],
    rowsDeg: 0,
    season: [3, 6, 10, 6, 4, 10, 16, 17, 13, 6, 5, 4],
    villages: [
      { name: 'Jagraon', at: [75.47, 30.74] },
      { name: 'Khanna', at: [76.18, 30.66] },
    ],
  },
  {
    key: 'guntur',
    regionCode: '356020000',
    timeZone: 'Asia/Kolkata',
    utcOffsetH: 5.5,
    language: 'en',
    crops: ['chilli', 'cotton', 'rice'],
    plotMu: [6, 22],
    rowsDeg: 25,
    season: [8, 7, 4, 2, 2, 5, 11, 14, 14, 13, 11, 9],
    villages: [{ name: 'Tenali', at: [80.56, 16.3] }],
  },
]
