/**
 * Shifts of older datums to WGS-84 for the proj library (metres, seconds of arc, parts per million;
 * position vector), by their name in a .prj without "D_". ESRI's files never contain the shift
 * itself, and without it fields are 50 to 600 m off. From the EPSG register, with the number of the
 * transformation after each; compared with version 9.1 of PROJ's copy of it, with the sign of
 * rotations changed where it uses the coordinate frame convention. Those without a number are in
 * common use and not in the register. Accurate to 1 to 10 m where they are meant for. For Xi'an
 * 1980 none is public.
 */
export const datumShifts: Readonly<Record<string, string>> = {
  'amersfoort': '565.4171,50.3319,465.5524,-0.398957,0.343988,-1.87740,4.0725', // 4833
  'tokyo': '-146.414,507.337,680.507', // 15484
  'korean_datum_1985': '-115.8,474.99,674.11,1.16,-2.31,-1.63,6.43',
  'indian_1975': '210,814,289', // 1304
  'indian_1954': '217,823,299', // 1153
  'kalianpur_1975': '295,736,257', // 1156
  'philippine_reference_system_1992': '-127.62,-67.24,-47.04,-3.068,4.903,1.578,-1.06', // 15708
  'kertau': '-11,851,5', // 1158
  'timbalai_1948': '-679,669,-48', // 1228
  'luzon_1911': '-133,-77,-51', // 1161
  'beijing_1954': '15.8,-154.4,-82.3', // 15921
  'hong_kong_1980': '-162.619,-276.959,-161.764,0.067753,-2.243648,-1.158828,-1.094246', // 1825
  'taiwan_1967': '-752,-358,-179',
  'deutsches_hauptdreiecksnetz': '598.1,73.7,418.2,0.202,0.045,-2.455,6.7', // 1777
  'mgi': '577.326,90.129,463.919,5.137,1.474,5.297,2.4232', // 1618
  's_jtsk': '570.8,85.7,462.8,4.998,1.587,5.261,3.56', // 1623
  'pulkovo_1942_adj_1983': '24.9,-126.4,-93.2,-0.063,-0.247,-0.041,1.01', // 1775
  'pulkovo_1942_adj_1958': '33.4,-146.6,-76.3,-0.359,-0.053,0.844,-0.84', // 1645
  'pulkovo_1942': '23.57,-140.95,-79.8,0,0.35,0.79,-0.22', // 5044
  'pulkovo_1995': '24.47,-130.89,-81.56,0,0,0.13,-0.22', // 5043
  'european_1950': '-87,-98,-121', // 1133
  'ch1903': '674.374,15.056,405.346', // 1766
  'ch1903+': '674.374,15.056,405.346', // 1676
  'osgb_1936': '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489', // 1314
  'tm65': '482.53,-130.596,564.557,-1.042,-0.214,-0.631,8.15', // 1641
  'belge_1972': '-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747', // 15929
  'nouvelle_triangulation_francaise': '-168,-60,320', // 1193
  'monte_mario': '-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68', // 1660
  'datum_lisboa': '-304.046,-60.576,103.64', // 1984
  'south_american_1969': '-57,1,-41', // 1864
  'sad_1969': '-57,1,-41',
  'corrego_alegre': '-205.57,168.77,-4.12', // 6192
  'arc_1950': '-143,-90,-294', // 1113
  'cape': '-136,-108,-292', // 1128
  'adindan': '-166,-15,204', // 1100
  'batavia': '-377,681,-50', // 1123
  'vietnam_2000':
    '-191.90441429,-39.30318279,-111.45032835,0.00928836,-0.01975479,0.00427372,0.252906278', // 6960
  'hanoi_1972': '-17.51,-108.32,-62.39', // 1544
  'nad_1927': '-8,160,176', // 1173
  'north_american_1927': '-8,160,176',
  'new_zealand_1949': '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993', // 1564
  'australian_1966': '-117.808,-51.536,137.784,0.303,0.446,0.234,-0.29', // 15980
  'australian_1984': '-117.763,-51.51,139.061,0.292,0.443,0.277,-0.191', // 1280
}

/** Those that agree with WGS-84 to a metre or two: nothing is shifted. */
const asWgs84 = new RegExp(
  [
    '^wgs_?_?(19)?84',
    'wgs84',
    'world_geodetic_system_1984',
    'etrs',
    'european_terrestrial',
    'china_2000',
    'cgcs_?2000',
    'china_geodetic_coordinate_system_2000',
    'jgd_?20',
    'japanese_geodetic_datum_20',
    'korea(n)?_(geodetic_)?(datum_)?2000',
    'geocentric_datum_of_korea',
    'itrf',
    'north_american_(datum_)?1983',
    'nad_?1?9?83',
    'gda_?(19|20)',
    'geocentric_datum_of_australia',
    'nzgd_?2000',
    'new_zealand_geodetic_datum_2000',
    'sirgas',
    'twd_?(19)?97',
    'taiwan_(datum_)?1997',
    'rgf_?93|reseau_geodesique_francais',
    'rgf_1993',
    'sweref',
    'hartebeesthoek',
    'swiss_terrestrial',
    'gdm_?2000|geodetic_datum_of_malaysia',
    'dgn_?(19)?95|datum_geodesi_nasional',
    'magna',
    'posgar',
    'pz_?90|gsk_?2011',
    // Countries' own names of ETRS89.
    'latvia_?1992|lks_?(19)?92|lithuania_?1994|lks_?(19)?94|estonia_?1997',
    'slovenia_geodetic_datum_1996|croatian_terrestrial|serbian_reference_network',
    'euref_?fin|irenet_?95|rete_dinamica_nazionale|rdn_?2008|igs_?(19|20)',
  ].join('|'),
)

export type DatumShift = { readonly isKnown: boolean; readonly shift: string | null }

export const findDatumShift = (datum: string): DatumShift => {
  const name = datum
    .toLowerCase()
    .replace(/^d_/, '')
    .replaceAll(/[\s-]+/g, '_')
  if (asWgs84.test(name)) return { isKnown: true, shift: null }
  const key = Object.keys(datumShifts).find(
    (known) => name === known || name.startsWith(`${known}_`),
  )
  return key === undefined
    ? { isKnown: false, shift: null }
    : { isKnown: true, shift: datumShifts[key]! }
}
