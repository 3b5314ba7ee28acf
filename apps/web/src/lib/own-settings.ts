// Language and unit of area are stored in the browser, as the specification requires, and with the
// person, so that other devices have them too. The last choice counts: on another device at its
// next start, here at once.
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
    // It is chosen here all the same; only the other devices do not hear of it.
    showError(error)
  }
}

/**
 * Applies the person's choice on another device; a language chosen during the sign-in is newer and
 * stays.
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
