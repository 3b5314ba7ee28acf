// What other modules use of this one.
export { SortieFiles, SortiePictures } from './drones/drone-files.tsx'
