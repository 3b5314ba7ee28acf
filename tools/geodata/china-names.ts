/** Names that are established in English otherwise than the pinyin of their characters. */
const established: Record<string, string> = {
  内蒙古自治区: 'Inner Mongolia',
  陕西省: 'Shaanxi',
  西藏自治区: 'Xizang (Tibet)',
  台湾省: 'Taiwan',
  香港特别行政区: 'Hong Kong',
  澳门特别行政区: 'Macao',
  广西壮族自治区: 'Guangxi',
  宁夏回族自治区: 'Ningxia',
  新疆维吾尔自治区: 'Xinjiang',
  呼和浩特市: 'Hohhot',
  包头市: 'Baotou',
  乌鲁木齐市: 'Urumqi',
  哈尔滨市: 'Harbin',
  齐齐哈尔市: 'Qiqihar',
  拉萨市: 'Lhasa',
  日喀则市: 'Shigatse',
  喀什地区: 'Kashgar',
  吐鲁番市: 'Turpan',
  哈密市: 'Hami',
  克拉玛依市: 'Karamay',
  鄂尔多斯市: 'Ordos',
  呼伦贝尔市: 'Hulunbuir',
  阿克苏地区: 'Aksu',
  和田地区: 'Hotan',
  巴音郭楞蒙古自治州: 'Bayingolin',
  博尔塔拉蒙古自治州: 'Bortala',
  克孜勒苏柯尔克孜自治州: 'Kizilsu',
  伊犁哈萨克自治州: 'Ili',
  乌兰察布市: 'Ulanqab',
  锡林郭勒盟: 'Xilingol',
  阿拉善盟: 'Alxa',
  兴安盟: 'Hinggan',
  那曲市: 'Nagqu',
  阿里地区: 'Ngari',
  台北市: 'Taipei',
  新北市: 'New Taipei',
  高雄市: 'Kaohsiung',
  台中市: 'Taichung',
  台南市: 'Tainan',
  桃园市: 'Taoyuan',
  新竹市: 'Hsinchu',
  新竹县: 'Hsinchu County',
  基隆市: 'Keelung',
  嘉义市: 'Chiayi',
  嘉义县: 'Chiayi County',
  宜兰县: 'Yilan County',
  花莲县: 'Hualien County',
  台东县: 'Taitung County',
  屏东县: 'Pingtung County',
  金门县: 'Kinmen County',
  连江县: 'Lienchiang County',
  苗栗县: 'Miaoli County',
  彰化县: 'Changhua County',
  香港岛: 'Hong Kong Island',
  九龙: 'Kowloon',
  新界: 'New Territories',
  澳门半岛: 'Macao Peninsula',
  离岛: 'Islands',
  神农架林区: 'Shennongjia Forestry District',
  省直辖县: 'Counties under the province',
  自治区直辖县: 'Counties under the region',
}

/**
 * What an area is → how its English name ends; 'Province' and 'City' are left out. Longest endings
 * first.
 */
const endings: readonly (readonly [chinese: string, english: string])[] = [
  ['特别行政区', ''],
  ['自治区', ''],
  ['自治州', ''],
  ['自治县', 'County'],
  ['自治旗', 'Banner'],
  ['街道', 'Subdistrict'],
  ['矿区', 'Mining District'],
  ['地区', ''],
  ['新区', 'New District'],
  ['省', ''],
  ['市', ''],
  ['盟', 'League'],
  ['区', 'District'],
  ['县', 'County'],
  ['旗', 'Banner'],
  ['镇', 'Town'],
  ['乡', 'Township'],
]

/** Peoples in the names of autonomous areas, left out as on English maps (延边朝鲜族自治州 → Yanbian). */
const peoples = new RegExp(
  `(${[
    '布依族',
    '哈尼族',
    '纳西族',
    '拉祜族',
    '布朗族',
    '土家族',
    '蒙古族',
    '朝鲜族',
    '傈僳族',
    '景颇族',
    '毛南族',
    '仫佬族',
    '仡佬族',
    '独龙族',
    '普米族',
    '哈萨克族',
    '裕固族',
    '撒拉族',
    '东乡族',
    '保安族',
    '鄂温克族',
    '达斡尔族',
    '柯尔克孜',
    '哈萨克',
    '维吾尔',
    '蒙古',
    '回族',
    '藏族',
    '苗族',
    '彝族',
    '壮族',
    '侗族',
    '瑶族',
    '白族',
    '傣族',
    '黎族',
    '佤族',
    '畲族',
    '羌族',
    '水族',
    '满族',
    '土族',
    '怒族',
    '各族',
  ].join('|')})+$`,
)

/**
 * English name of a Chinese area from its official one; `spell` returns the syllables of pinyin
 * without tones.
 */
export function toEnglishName(name: string, spell: (text: string) => string[]): string {
  const known = established[name]
  if (known !== undefined) return known
  const [ending, english] = endings.find(
    ([chinese]) => name.endsWith(chinese) && name.length > chinese.length,
  ) ?? ['', '']
  const full = name.slice(0, name.length - ending.length)
  const autonomous = ending.startsWith('自治') || ending === '区' || ending === '乡'
  const without = autonomous ? full.replace(peoples, '') : full
  const stem = without.length > 0 ? without : full
  // 县 or 区 after a single character belongs to the name as it is spoken: 祁县 is Qixian.
  const whole =
    stem.length === 1 && english !== '' && (ending === '县' || ending === '区')
      ? stem + ending
      : stem
  let text = ''
  for (const syllable of spell(whole))
    text +=
      text !== '' && /^[aeo]/.test(syllable) && /[a-z]$/.test(text) ? `'${syllable}` : syllable
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return whole === stem && english !== '' ? `${capital} ${english}` : capital
}

/** Where the rules below would drop a part of the name, or use the other reading of a character. */
const misread: Record<string, string> = { 内蒙古自治区: 'neimenggu', 喀什地区: 'kashi' }

/**
 * The plain pinyin of an area whose English name differs (呼和浩特市: huhehaote), for search; null where
 * it is the English one.
 */
export function toOtherSpelling(name: string, spell: (text: string) => string[]): string | null {
  if (established[name] === undefined || name.includes('直辖')) return null
  if (misread[name] !== undefined) return misread[name]
  const [ending] = endings.find(
    ([chinese]) => name.endsWith(chinese) && name.length > chinese.length,
  ) ?? ['']
  const full = name.slice(0, name.length - ending.length)
  const stem = full.replace(peoples, '') || full
  return spell(stem).join('')
}
