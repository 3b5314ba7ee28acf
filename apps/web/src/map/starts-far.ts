import { useEffect, useState } from 'react'
import { useMap } from './map-context.ts'

/**
 * Whether the map, once it is there, begins from farther away than `nearZoom`: who begins something
 * new is then brought to where they work.
 */
export const useStartsFar = (isNew: boolean, nearZoom: number): boolean => {
  const map = useMap()
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    if (isNew && map) setFar(map.view().zoom < nearZoom)
  }, [isNew, map, nearZoom])
  return isFar
}
