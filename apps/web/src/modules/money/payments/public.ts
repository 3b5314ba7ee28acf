// How other features have something paid.
export { PayDialog } from './pay-dialog.tsx'
export { providerLabels } from './payment-state.tsx'
export { billPath, OrderTabs } from './payment-tabs.tsx'
