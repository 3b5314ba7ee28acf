export const texts = import.meta.glob<Record<string, string>>(
  [
    '../../../../../packages/i18n/src/ko/*.json',
    '!../../../../../packages/i18n/src/ko/{app,terms,auth,offline,server}.json',
  ],
  { eager: true, import: 'default' },
)
