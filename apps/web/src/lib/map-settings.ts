import { stored } from './stored.ts'

/** The map's settings, stored in this browser (specification, section 3). */
export type MapSettings = {
  showHdMap: boolean
  showWeather: boolean
  showGrid: boolean
  showNoFlyZone: boolean
  showDrone: boolean
  showOfflineDrone: boolean
  showBlock: boolean
  showAlert: boolean
}

const usual: MapSettings = {
  showHdMap: false,
  showWeather: false,
  showGrid: true,
  showNoFlyZone: true,
  showDrone: true,
  showOfflineDrone: false,
  showBlock: true,
  showAlert: true,
}

export const mapSettings = stored<MapSettings>('mapSettings', (kept) => {
  const values = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof MapSettings, unknown>
  >
  return Object.fromEntries(
    Object.entries(usual).map(([name, value]) => {
      const own = values[name as keyof MapSettings]
      return [name, typeof own === 'boolean' ? own : value]
    }),
  ) as MapSettings
})
