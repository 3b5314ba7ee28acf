import { useEffect, useState } from 'react'
import { useMap } from './map-context.ts'

/**
 * Whether the map starts at a zoom below `nearZoom`. For a new object it then moves to where the
 * person works.
 */
export const useStartsFar = (isNew: boolean, nearZoom: number): boolean => {
  const map = useMap()
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    if (isNew && map) setFar(map.view().zoom < nearZoom)
  }, [isNew, map, nearZoom])
  return isFar
}
