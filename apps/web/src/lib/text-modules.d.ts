/** One language's texts by feature, made by apps/web/texts-plugin.ts. */
declare module 'virtual:texts/*' {
  const texts: Readonly<Record<string, Record<string, string>>>
  export default texts
}
