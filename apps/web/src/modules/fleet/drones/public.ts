// What other features show of a drone.
export { SortieFiles, SortiePictures } from './drone-files.tsx'
