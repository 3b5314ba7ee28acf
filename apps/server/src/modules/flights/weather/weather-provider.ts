// Interface of the provider that supplies the weather of a place.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Weather } from '@swath/domain/weather-along'

/** Weather of the hour that begins at `hourMs`. */
export type WeatherHour = Weather & { readonly hourMs: number }

export type WeatherProvider = {
  /** As stored in rows. */
  readonly name: string
  /**
   * Hours from the first to the last one requested; unknown hours are left out.
   * @throws if the service does not answer, or returns something else
   */
  readonly readHours: (
    place: LngLat,
    fromHourMs: number,
    lastHourMs: number,
    signal: AbortSignal,
  ) => Promise<readonly WeatherHour[]>
}
