// Without imports, so that the console needs no schemas for them.

/** The longest time for which a link works, in days. */
export const shareDaysAtMost = 365
/** For how many days an ended link is listed. */
export const endedLinkDays = 90
/** Links of one report that work at the same time. */
export const linksOfReportAtMost = 20
/** Links of one account that work at the same time. */
export const linksOfAccountAtMost = 1000
/** The newest openings of a link are listed; older ones are only counted. */
export const listedOpeningsAtMost = 20
