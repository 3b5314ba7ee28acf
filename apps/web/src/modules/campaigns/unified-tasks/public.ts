// What other features use of unified tasks.
export { typeLabels } from './task.labels.ts'
