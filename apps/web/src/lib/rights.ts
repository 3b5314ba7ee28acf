import type { Right } from '@swath/domain/access/rights'
import type { Language } from '@swath/i18n/languages'
import { rightTitles } from '@swath/i18n/right-titles'
import { currentLanguage } from './language.ts'

/** Typed by `Right`, so that a right without a title does not compile. */
const titles: Readonly<Record<Right, Readonly<Record<Language, string>>>> = rightTitles

/** Label of a right, in the current language. */
export const rightTitle = (right: Right): string => titles[right][currentLanguage()]
