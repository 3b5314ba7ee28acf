/** Review state of something that a parent account must approve. */
export type Review = 'waiting' | 'passed' | 'rejected'
