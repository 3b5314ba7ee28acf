// Interface of the provider that supplies the weather of a place.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Weather } from '@swath/domain/weather-along'

/** Of the hour that begins then. */
export type WeatherHour = Weather & { readonly hourMs: number }

export type WeatherProvider = {
  /** As it is written in the rows. */
  readonly name: string
  /**
   * Hours from the first to the last one requested; unknown ones are left out.
   * @throws where it does not answer, or not with these
   */
  readonly readHours: (
    place: LngLat,
    fromHourMs: number,
    lastHourMs: number,
    signal: AbortSignal,
  ) => Promise<readonly WeatherHour[]>
}
