// What other features use of unified tasks: inputs of forms about fields and days.
export { CropInput, DayInput, RegionInput } from './form-inputs.tsx'
export { typeLabels } from './task.labels.ts'
