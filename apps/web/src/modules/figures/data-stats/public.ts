// The two screens of statistics: from one to the other.
export { StatTabs } from './stat-tabs.tsx'
export { useStatChoices, useTaskChoices } from './stat-choices.ts'
