// Describes a browser by its user agent in familiar terms. The header may be false: it only helps
// people to recognise their own devices.
import type { OwnSession } from '@swath/contract/people/sessions'

/** The first match counts, so browsers that imitate others come first. */
const browsers: readonly [name: string, mark: RegExp][] = [
  ['WeChat', /MicroMessenger\//],
  ['DingTalk', /DingTalk\//],
  ['LINE', /\bLine\//],
  ['KakaoTalk', /KAKAOTALK/],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\b/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Huawei Browser', /HuaweiBrowser\//],
  ['UC Browser', /\bUC?Browser\//],
  ['QQ Browser', /MQQBrowser\/|QQBrowser\//],
  ['Whale', /\bWhale\//],
  ['Yandex Browser', /YaBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*Safari\//],
]
const systems: readonly [name: string, mark: RegExp][] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /\bAndroid\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biPhone\b|\biPod\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]
const nameIn = (list: typeof browsers, text: string): string | null =>
  list.find(([, mark]) => mark.test(text))?.[0] ?? null

export const describeDevice = (userAgent: string): OwnSession['device'] => {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  const kind =
    browser === null
      ? 'program'
      : /\biPad\b|\bTablet\b/.test(userAgent) ||
          (system === 'Android' && !/\bMobile\b/.test(userAgent))
        ? 'tablet'
        : /\bMobile\b|\biPhone\b/.test(userAgent)
          ? 'phone'
          : 'computer'
  return { kind, browser, system }
}
