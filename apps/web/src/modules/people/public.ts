// The entry point of this module for other modules.
export { AccountTabs } from './api-keys/account-tabs.tsx'
