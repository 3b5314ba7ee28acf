/** Where something that somebody above has to pass stands. */
export type Review = 'waiting' | 'passed' | 'rejected'
