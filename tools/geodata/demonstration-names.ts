import type { DemoDistrict } from '../../demonstration/data/districts.ts'

/** Latin names of the villages that have none. */
const latin: Readonly<Record<string, string>> = {
  留固: 'Liugu',
  焦虎: 'Jiaohu',
  八里营: 'Baliying',
  上官: 'Shangguan',
  老店: 'Laodian',
  新市: 'Xinshi',
  禹越: 'Yuyue',
  钟管: 'Zhongguan',
  姚庄: 'Yaozhuang',
  干窑: 'Ganyao',
  二龙山: 'Erlongshan',
  长安: 'Chang’an',
  大榆树: 'Dayushu',
  古勒巴格: 'Gulebage',
  海楼: 'Hailou',
  塔里木: 'Tarim',
  戴南: 'Dainan',
  千垛: 'Qianduo',
  明山头: 'Mingshantou',
  ศรีประจันต์: 'Si Prachan',
  บางปลาม้า: 'Bang Pla Ma',
  ชุมแสง: 'Chum Saeng',
  죽산: 'Juksan',
  부량: 'Buryang',
  황산: 'Hwangsan',
}

/** Characters that are written otherwise in Traditional Chinese. */
const traditional: Readonly<Record<string, string>> = {
  钟: '鐘',
  庄: '莊',
  窑: '窯',
  长: '長',
  营: '營',
  树: '樹',
  楼: '樓',
  干: '乾',
  龙: '龍',
  头: '頭',
}

const scripts: Readonly<Partial<Record<DemoDistrict['language'], string>>> = {
  'zh-CN': 'Han',
  'th': 'Thai',
  'ko': 'Hangul',
}

/**
 * Names in the format of the Protomaps base map: `name` in the local language, `name:xx` in a
 * language.
 */
export const villageNames = (
  { language }: DemoDistrict,
  name: string,
): Readonly<Record<string, string>> => ({
  name,
  ...(scripts[language] ? { script: scripts[language] } : {}),
  'name:en': latin[name] ?? name,
  ...(language === 'zh-CN'
    ? {
        'name:zh-Hans': name,
        'name:zh-Hant': name.replace(/./gu, (letter) => traditional[letter] ?? letter),
      }
    : {}),
  ...(language === 'th' ? { 'name:th': name } : {}),
  ...(language === 'ko' ? { 'name:ko': name } : {}),
})
