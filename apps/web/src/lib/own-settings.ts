// Language and unit of area are stored in the browser, as the specification requires, and on the
// server for the person's other devices. The latest choice wins: at once here, on another device at
// its next start.
import { useEffect } from 'react'
import { areaUnit } from './area-unit.ts'
import { call } from './api.ts'
import { showError } from './errors.ts'
import { hostTheme } from './host-theme.ts'
import { showLanguage } from './i18n.ts'
import { currentLanguage, forgetChoice, isLanguageChosenHere } from './language.ts'
import { currentTokens, keepSettings, onSessionChange, useUser } from './session.ts'

onSessionChange(() => {
  if (!currentTokens()) forgetChoice()
})

/** Saves the current language and unit of this browser on the server. */
export const saveOwnSettings = async (): Promise<void> => {
  const settings = { language: currentLanguage(), areaUnit: areaUnit.get() }
  try {
    await call('updateOwnSettings', { body: settings })
    keepSettings(settings)
  } catch (error) {
    // The choice still applies here; it is only not saved for other devices.
    showError(error)
  }
}

/**
 * Applies a choice made on another device. A language chosen during the sign-in is newer, so it is
 * kept.
 */
export const useOwnSettings = (): void => {
  // A browser may still have data stored by an older version.
  const { settings } = useUser() as { settings?: ReturnType<typeof useUser>['settings'] }
  const [language, unit] = [settings?.language ?? null, settings?.areaUnit ?? null]
  useEffect(() => {
    const take = async (): Promise<void> => {
      if (isLanguageChosenHere()) {
        if (language !== currentLanguage()) await saveOwnSettings()
        return
      }
      if (language && language !== currentLanguage() && hostTheme().languages.includes(language))
        await showLanguage(language)
      if (unit && unit !== areaUnit.get()) areaUnit.set(unit)
    }
    void take()
  }, [language, unit])
}
