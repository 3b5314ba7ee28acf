import type { AppLog } from '@swath/contract/app-logs'

export const kindWords: Readonly<Record<AppLog['kind'], string>> = {
  text: 'app-logs:kindText',
  gzip: 'app-logs:kindGzip',
  zip: 'app-logs:kindZip',
  binary: 'app-logs:kindBinary',
}

/** Names of products, the same in every language. */
const platformNames: Partial<Readonly<Record<NonNullable<AppLog['platform']>, string>>> = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  linux: 'Linux',
}
export const platformName = (platform: NonNullable<AppLog['platform']>, other: string): string =>
  platformNames[platform] ?? other
