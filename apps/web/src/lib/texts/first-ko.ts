export const texts = import.meta.glob<Record<string, string>>(
  '../../../../../packages/i18n/src/ko/{app,terms,auth}.json',
  { eager: true, import: 'default' },
)
