const yearsShown = 6

/** The next year, this one, and some before. */
export const yearOptions = (nowMs = Date.now()): { value: string; label: string }[] => {
  const newest = new Date(nowMs).getFullYear() + 1
  return Array.from({ length: yearsShown }, (_, back) => {
    const year = String(newest - back)
    return { value: year, label: year }
  })
}
