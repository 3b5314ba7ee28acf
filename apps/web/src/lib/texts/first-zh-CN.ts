export const texts = import.meta.glob<Record<string, string>>(
  '../../../../../packages/i18n/src/zh-CN/{app,terms,auth}.json',
  { eager: true, import: 'default' },
)
