// Imported first: a fixed clock and an empty storage, so that an example looks the same every time.

/** 2026/09/18 14:30 in the time zone of the signed-in person. */
export const nowMs = Date.parse('2026-09-18T06:30:00Z')

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given: unknown[], target) =>
    Reflect.construct(RealDate, given.length === 0 ? [nowMs] : given, target) as Date,
  get: (RealDate, name) =>
    name === 'now' ? () => nowMs : (Reflect.get(RealDate, name) as unknown),
})
localStorage.clear()
