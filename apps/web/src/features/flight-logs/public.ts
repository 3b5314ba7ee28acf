// What other features use of flight logs.
export { LogsLink } from './logs-link.tsx'
