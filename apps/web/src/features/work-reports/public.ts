// What other features draw of ground on a sheet.
export { GroundMap } from './ground-map.tsx'
