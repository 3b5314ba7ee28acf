export const texts = import.meta.glob<Record<string, string>>(
  [
    '../../../../../packages/i18n/src/zh-TW/*.json',
    '!../../../../../packages/i18n/src/zh-TW/{app,terms,auth,offline,server}.json',
  ],
  { eager: true, import: 'default' },
)
