import { readFileSync } from 'node:fs'

export type SourceLanguage = 'en' | 'zh' | 'th' | 'ko'

/** Names that the sources lack, by ISO 3166-2 code. */
const additions: Record<string, Record<SourceLanguage, string>> = {
  'IN-LA': { en: 'Ladakh', zh: '拉达克', th: 'ลาดัก', ko: '라다크' },
  'IN-DH': {
    en: 'Dadra and Nagar Haveli and Daman and Diu',
    zh: '达德拉-纳加尔哈维利和达曼-第乌',
    th: 'ดาดราและนครหเวลี และดามันและดีอู',
    ko: '다드라 나가르하벨리 다만 디우',
  },
  'KH-8': { en: 'Kandal', zh: '干丹省', th: 'กันดาล', ko: '칸달 주' },
  'KH-25': { en: 'Tbong Khmum', zh: '特本克蒙省', th: 'ตโบงคมุม', ko: '트봉크뭄 주' },
  'LA-VT': { en: 'Vientiane', zh: '万象市', th: 'นครหลวงเวียงจันทน์', ko: '비엔티안 도' },
  'PH-00': { en: 'Metro Manila', zh: '马尼拉大都会', th: 'เมโทรมะนิลา', ko: '메트로 마닐라' },
  // the Thai one of CLDR is another word
  'PH-BUL': { en: 'Bulacan', zh: '布拉干省', th: 'บูลาคัน', ko: '불라칸 주' },
  'ID-BA': { en: 'Bali', zh: '巴厘', th: 'บาหลี', ko: '발리주' },
  'TR-55': { en: 'Samsun', zh: '萨姆松省', th: 'ซัมซุน', ko: '삼순 주' },
  'ID-PD': {
    en: 'Southwest Papua',
    zh: '西南巴布亚省',
    th: 'ปาปัวตะวันตกเฉียงใต้',
    ko: '서남파푸아주',
  },
  'CN-SN': { en: 'Shaanxi', zh: '陕西省', th: 'ส่านซี', ko: '산시성(섬서)' },
  'CN-SX': { en: 'Shanxi', zh: '山西省', th: 'ชานซี', ko: '산시성(산서)' },
  'CN-TW': { en: 'Taiwan', zh: '台湾省', th: 'ไต้หวัน', ko: '타이완' },
  'CN-HK': { en: 'Hong Kong', zh: '香港特别行政区', th: 'ฮ่องกง', ko: '홍콩' },
}

/** Names of subdivisions by ISO 3166-2 code, from the Unicode CLDR files of one language. */
export function readSubdivisionNames(
  cldrFolder: string,
  language: SourceLanguage,
): Map<string, string> {
  const xml = readFileSync(`${cldrFolder}/common/subdivisions/${language}.xml`, 'utf8')
  const names = new Map<string, string>()
  for (const [, type, name] of xml.matchAll(
    /<subdivision type="([a-z]{2}[a-z0-9]{1,3})"[^>]*>([^<]+)</g,
  )) {
    const iso = `${type!.slice(0, 2)}-${type!.slice(2)}`.toUpperCase()
    names.set(
      iso,
      language === 'th' ? name!.replace(/^(จังหวัด|มณฑล)\s*/, '') : name!.replaceAll('&amp;', '&'),
    )
  }
  for (const [iso, added] of Object.entries(additions)) names.set(iso, added[language])
  return names
}
