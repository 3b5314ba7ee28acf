import { findLine, listLocaleFiles } from '../locales.ts'
import type { Finding, Rule } from '../tree.ts'

/**
 * Characters of daily use that only one of the two Chinese scripts has: each simplified one, then
 * its traditional one.
 */
const pairs =
  '们們这這个個请請时時间間设設备備无無录錄显顯图圖务務运運营營载載实實类類选選组組员員错錯误誤该該区區机機飞飛对對关關开開闭閉权權数數据據户戶码碼过過还還进進远遠连連线線级級' +
  '经經纬緯亩畝农農产產业業东東长長门門问問电電点點发發变變让讓认認证證试試语語说說读讀调調费費资資车車轻輕输輸钟鐘键鍵锁鎖队隊险險顶頂项項须須预預领領频頻题題风風馆館马馬验驗号號单單报報择擇' +
  '换換损損护護担擔拟擬断斷旧舊标標样樣检檢测測满滿灯燈灵靈状狀独獨环環现現画畫监監盘盤确確离離种種积積称稱稳穩笔筆签簽简簡约約纪紀织織终終绍紹结結给給络絡绝絕统統继繼续續维維绿綠编編缩縮网網' +
  '联聯节節药藥获獲补補装裝见見观觀规規视視览覽计計订訂议議讯訊记記许許论論访訪评評识識词詞详詳货貨质質购購贴貼边邊达達违違迟遲适適递遞邮郵释釋'
const each = pairs.split('') // all of them in the basic plane
const foreign: Readonly<Record<string, ReadonlySet<string>>> = {
  'zh-CN': new Set(each.filter((_, i) => i % 2 === 1)),
  'zh-TW': new Set(each.filter((_, i) => i % 2 === 0)),
}

const scripts: Readonly<Record<string, RegExp>> = {
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
  'th': /\p{Script=Thai}/u,
  'ko': /\p{Script=Hangul}/u,
}

/**
 * Polite particles that end a spoken Thai sentence and show the speaker's gender: the console uses
 * none.
 */
const thaiParticles = /(ครับ|ค่ะ|นะคะ|นะครับ)/u

const withoutNames = (text: string): string =>
  text.replace(/\{\{[^}]*\}\}/g, ' ').replace(/\S+\.[a-z]\S*/g, ' ')
/**
 * Two words, or one word that is neither a name nor a unit: readers of another language should find
 * them translated.
 */
const saysSomething = (text: string): boolean =>
  /\b[a-z]{3,}\b|\p{L}+\s+\p{L}{3,}/u.test(withoutNames(text))

const findProblem = (
  language: string,
  text: string,
  english: string | undefined,
): string | null => {
  const wrong = text.split('').filter((character) => foreign[language]?.has(character))
  if (wrong.length > 0)
    return `characters of the other Chinese script: ${[...new Set(wrong)].join('')}`
  const script = scripts[language]
  if (
    script &&
    !script.test(withoutNames(text)) &&
    saysSomething(english ?? text) &&
    /\p{L}/u.test(withoutNames(text))
  )
    return `left in English: ${text.slice(0, 60)}`
  return language === 'th' && thaiParticles.test(text)
    ? 'a spoken particle; the console speaks without one'
    : null
}

const run: Rule['run'] = async (tree) => {
  const locales = listLocaleFiles(tree)
  return locales.flatMap((locale) => {
    const english = locales.find((one) => one.feature === locale.feature && one.language === 'en')
    return [...locale.texts].flatMap(([key, text]): Finding[] => {
      const problem = findProblem(locale.language, text, english?.texts.get(key))
      return problem === null
        ? []
        : [
            {
              file: locale.file.path,
              line: findLine(locale, key),
              message: `${key}: ${problem} (${locale.language})`,
            },
          ]
    })
  })
}

export const localeScriptRule: Rule = { name: 'locale-script', run }
