// What the demonstration needs to make plans as people make them.
export { toPlanSettings, type KeptSettings } from './work-out.ts'
