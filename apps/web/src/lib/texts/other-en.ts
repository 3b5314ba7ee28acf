export const texts = import.meta.glob<Record<string, string>>(
  [
    '../../../../../packages/i18n/src/en/*.json',
    '!../../../../../packages/i18n/src/en/{app,terms,auth,offline,server}.json',
  ],
  { eager: true, import: 'default' },
)
