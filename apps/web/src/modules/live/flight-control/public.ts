// What other features use of flight control.
export { commandLabels, reasonText, stateLabels } from './command.labels.ts'
export { LockDialog } from './lock-dialog.tsx'
export { DroneOrders } from './main-orders.tsx'
