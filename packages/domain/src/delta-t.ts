/** The range that Stull's formula was fitted to; outside it there is no result. */
const HUMIDITY_PERCENT = [5, 99] as const
const TEMPERATURE_C = [-20, 50] as const

/**
 * Wet-bulb temperature at sea-level pressure, within −1.0 and +0.65 °C, mean error below 0.3 °C.
 * Source: R. Stull, Wet-Bulb Temperature from Relative Humidity and Air Temperature, Journal of
 * Applied Meteorology and Climatology 50 (2011), 2267–2269, equation 1. Null beyond its range.
 */
export const wetBulbC = (temperatureC: number, humidityPercent: number): number | null => {
  if (temperatureC < TEMPERATURE_C[0] || temperatureC > TEMPERATURE_C[1]) return null
  if (humidityPercent < HUMIDITY_PERCENT[0] || humidityPercent > HUMIDITY_PERCENT[1]) return null
  return (
    temperatureC * Math.atan(0.151977 * Math.sqrt(humidityPercent + 8.313659)) +
    Math.atan(temperatureC + humidityPercent) -
    Math.atan(humidityPercent - 1.676331) +
    0.00391838 * humidityPercent ** 1.5 * Math.atan(0.023101 * humidityPercent) -
    4.686035
  )
}

/**
 * Evaporation rate of droplets (delta T): dry-bulb minus wet-bulb temperature, never below 0. Null
 * if it cannot be computed.
 */
export const deltaTC = (
  temperatureC: number | null,
  humidityPercent: number | null,
): number | null => {
  if (temperatureC === null || humidityPercent === null) return null
  const wetC = wetBulbC(temperatureC, humidityPercent)
  return wetC === null ? null : Math.max(0, temperatureC - wetC)
}

/**
 * Between these droplets neither hang in the air nor dry up before they land; up to 10 with coarse
 * droplets alone. Source: GRDC (Australia), Weather essentials for pesticide application, 2017.
 */
export const ACCEPTED_DELTA_T_C = [2, 8] as const
