// Language and unit of area are kept in the browser, as the specification says, and with the
// person, so that another device has them too. What was chosen last counts: on another device at
// its next start, here at once.
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
 * Takes over what the person chose elsewhere; a language chosen on the way in is the newer choice
 * and is kept.
 */
export const useOwnSettings = (): void => {
  // A browser may still hold what an older version kept.
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
