// The two screens of statistics: from one to the other.
export { StatTabs } from './stat-tabs.tsx'
export { useStatChoices } from './stat-choices.ts'
