// What other features ask before they tell a drone anything.
export { requireControl } from './control.ts'
