// The entry point of this module for other modules.
export { SortieFiles, SortiePictures } from './drones/drone-files.tsx'
