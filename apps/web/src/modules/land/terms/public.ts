// The lists of words that plots and work are described with: from one to the others.
export { TermTabs } from './term-tabs.tsx'
