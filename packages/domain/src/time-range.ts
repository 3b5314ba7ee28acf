/** Both ends belong to it. Empty while `fromMs` is after `untilMs`. */
export type TimeRange = { fromMs: number; untilMs: number }
