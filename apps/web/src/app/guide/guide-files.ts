const files = import.meta.glob<string>(
  [
    '../../../../../docs/guide/*.md',
    '../../../../../docs/device-protocol.md',
    '../../../../../docs/firmware-format.md',
    '../../../../../docs/maps.md',
  ],
  { import: 'default' },
)

/** Loads the HTML of a page of the guide; undefined for an unknown page. */
export const findGuideLoader = (page: string): (() => Promise<string>) | undefined =>
  Object.entries(files).find(([path]) => path.endsWith(`/${page}.md`))?.[1]
