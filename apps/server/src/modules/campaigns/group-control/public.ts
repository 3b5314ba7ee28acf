// What the demonstration needs to make plans as people make them.
export { areasOfSorties, toPlanSettings, type KeptSettings } from './work-out.ts'
