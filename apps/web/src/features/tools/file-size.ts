const units = ['B', 'kB', 'MB', 'GB']

/** 12.3 MB, in the decimal units of file managers; `format` writes a figure with so many decimals. */
export const fileSize = (bytes: number, format: (value: number, decimals: number) => string): string => {
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return `${format(bytes / 1000 ** step, step === 0 ? 0 : 1)} ${units[step]}`
}
