let can: boolean | null = null

/** False where the map is absent for good: the browser has no WebGL 2. Found out once. */
export const canDrawMaps = (): boolean =>
  (can ??= document.createElement('canvas').getContext('webgl2') !== null)
