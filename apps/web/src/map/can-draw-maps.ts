let can: boolean | null = null

/** False if the browser has no WebGL 2, so that the map can never be shown. Checked once. */
export const canDrawMaps = (): boolean =>
  (can ??= document.createElement('canvas').getContext('webgl2') !== null)
