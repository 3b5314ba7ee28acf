export const texts = import.meta.glob<Record<string, string>>(
  [
    '../../../../../packages/i18n/src/th/*.json',
    '!../../../../../packages/i18n/src/th/{app,terms,auth,offline,server}.json',
  ],
  { eager: true, import: 'default' },
)
