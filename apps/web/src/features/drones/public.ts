// What other features show of a drone.
export { SortiePictures } from './drone-files.tsx'
