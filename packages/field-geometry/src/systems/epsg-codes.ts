// Coordinate systems of field data, by their EPSG codes, as PROJ writes them.
import { datumShifts } from './datum-shifts.ts'

const shifted = (datum: keyof typeof datumShifts): string => `+towgs84=${datumShifts[datum]}`
const grs80 = '+ellps=GRS80 +towgs84=0,0,0'
const tmerc = (lat: number, lng: number, scale: number, east: number, north: number): string =>
  `+proj=tmerc +lat_0=${lat} +lon_0=${lng} +k=${scale} +x_0=${east} +y_0=${north} +units=m`

/** Origins of Japan's nineteen plane zones (GSI notice 9 of 2002). */
const japan: readonly (readonly [lat: number, lng: number])[] = [
  [33, 129.5],
  [33, 131],
  [36, 132 + 1 / 6],
  [33, 133.5],
  [36, 134 + 1 / 3],
  [36, 136],
  [36, 137 + 1 / 6],
  [36, 138.5],
  [36, 139 + 5 / 6],
  [40, 140 + 5 / 6],
  [44, 140.25],
  [44, 142.25],
  [44, 144.25],
  [26, 142],
  [26, 127.5],
  [26, 124],
  [26, 131],
  [20, 136],
  [26, 154],
]

const single: Readonly<Record<number, string>> = {
  2056: `+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel ${shifted('ch1903+')} +units=m`,
  21781: `+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel ${shifted('ch1903')} +units=m`,
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${grs80} +units=m`,
  2180: `${tmerc(0, 19, 0.9993, 500_000, -5_300_000)} ${grs80}`,
  2326: `${tmerc(22.31213333333334, 114.1785555555556, 1, 836_694.05, 819_069.8)} +ellps=intl ${shifted('hong_kong_1980')}`,
  27700: `${tmerc(49, -2, 0.999_601_271_7, 400_000, -100_000)} +ellps=airy ${shifted('osgb_1936')}`,
  28992: `+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel ${shifted('amersfoort')} +units=m`,
  31370: `+proj=lcc +lat_0=90 +lon_0=4.367486666666666 +lat_1=51.16666723333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl ${shifted('belge_1972')} +units=m`,
  3006: `+proj=utm +zone=33 ${grs80} +units=m`,
  3035: `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${grs80} +units=m`,
  3067: `+proj=utm +zone=35 ${grs80} +units=m`,
  3405: `+proj=utm +zone=48 +ellps=WGS84 ${shifted('vietnam_2000')} +units=m`,
  3406: `+proj=utm +zone=49 +ellps=WGS84 ${shifted('vietnam_2000')} +units=m`,
  3825: `${tmerc(0, 119, 0.9999, 250_000, 0)} ${grs80}`,
  3826: `${tmerc(0, 121, 0.9999, 250_000, 0)} ${grs80}`,
  3828: `${tmerc(0, 121, 0.9999, 250_000, 0)} +ellps=aust_SA ${shifted('taiwan_1967')}`,
  5179: `${tmerc(38, 127.5, 0.9996, 1_000_000, 2_000_000)} ${grs80}`,
  24047: `+proj=utm +zone=47 +a=6377276.345 +rf=300.8017 ${shifted('indian_1975')} +units=m`,
  24048: `+proj=utm +zone=48 +a=6377276.345 +rf=300.8017 ${shifted('indian_1975')} +units=m`,
}

/** Degrees of datums that agree with WGS-84. */
const geographic = new Set([
  4326, 4979, 4490, 4480, 4258, 4269, 4617, 4612, 6668, 4737, 4283, 7844, 4167, 4674, 3824, 4171,
  4148, 4619, 4742, 4755,
])

/** Ranges of codes: the first, the last, and the system of each. */
const series: readonly (readonly [
  first: number,
  last: number,
  write: (index: number) => string,
])[] = [
  [2443, 2461, (i) => `${tmerc(japan[i]![0], japan[i]![1], 0.9999, 0, 0)} ${grs80}`],
  [6669, 6687, (i) => `${tmerc(japan[i]![0], japan[i]![1], 0.9999, 0, 0)} ${grs80}`],
  // CGCS2000: zones of six degrees with and without their number in the easting, of three likewise
  [4491, 4501, (i) => `${tmerc(0, 75 + i * 6, 1, (13 + i) * 1e6 + 500_000, 0)} ${grs80}`],
  [4502, 4512, (i) => `${tmerc(0, 75 + i * 6, 1, 500_000, 0)} ${grs80}`],
  [4513, 4533, (i) => `${tmerc(0, 75 + i * 3, 1, (25 + i) * 1e6 + 500_000, 0)} ${grs80}`],
  [4534, 4554, (i) => `${tmerc(0, 75 + i * 3, 1, 500_000, 0)} ${grs80}`],
  // Korea 2000: west, central, east, east sea
  [5185, 5188, (i) => `${tmerc(38, 125 + i * 2, 1, 200_000, 600_000)} ${grs80}`],
  [25828, 25838, (i) => `+proj=utm +zone=${28 + i} ${grs80} +units=m`],
  [26901, 26923, (i) => `+proj=utm +zone=${1 + i} ${grs80} +units=m`],
  [
    31466,
    31469,
    (i) =>
      `${tmerc(0, 6 + i * 3, 1, (2 + i) * 1e6 + 500_000, 0)} +ellps=bessel ${shifted('deutsches_hauptdreiecksnetz')}`,
  ],
  [32601, 32660, (i) => `+proj=utm +zone=${1 + i} +datum=WGS84 +units=m`],
  [32701, 32760, (i) => `+proj=utm +zone=${1 + i} +south +datum=WGS84 +units=m`],
]

const webMercator = new Set([3857, 3785, 900913, 102100, 102113])

/** `null`: degrees of WGS-84 or of a datum that agrees with it; undefined: an unknown code. */
export const findEpsg = (code: number): string | null | undefined => {
  if (geographic.has(code)) return null
  if (webMercator.has(code)) return 'EPSG:3857'
  const run = series.find(([first, last]) => code >= first && code <= last)
  return run ? run[2](code - run[0]) : single[code]
}
