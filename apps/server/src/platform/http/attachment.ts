/**
 * The value of `content-disposition` for downloads. `plain` is an ASCII name for programs that do
 * not support others (RFC 6266, RFC 8187).
 */
export const attachment = (fileName: string, plain: string): string => {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
