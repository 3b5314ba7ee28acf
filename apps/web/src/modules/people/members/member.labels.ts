export const scopeLabels = { 1: 'terms:enterpriseData', 2: 'terms:personalData' } as const

/** A sentence about the purpose of each role. */
export const roleHints = {
  1: 'members:roleHint1',
  2: 'members:roleHint2',
  3: 'members:roleHint3',
  4: 'members:roleHint4',
  5: 'members:roleHint5',
  6: 'members:roleHint6',
} as const
