const yearsShown = 6

/** Next year, this year, and some previous years. */
export const yearOptions = (nowMs = Date.now()): { value: string; label: string }[] => {
  const newest = new Date(nowMs).getFullYear() + 1
  return Array.from({ length: yearsShown }, (_, back) => {
    const year = String(newest - back)
    return { value: year, label: year }
  })
}
