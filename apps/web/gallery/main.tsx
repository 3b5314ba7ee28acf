import '../src/lib/no-eval.ts'
import './fixed-start.ts'
import '../src/app/base.css'
import '../src/ui/layout.css'
import './gallery.css'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { languages } from '@swath/i18n/languages'
import { loadHostTheme } from '../src/lib/host-theme.ts'
import { appearance } from '../src/lib/appearance.ts'
import { loadTexts, startTexts } from '../src/lib/i18n.ts'
import { storedLanguage } from '../src/lib/language.ts'
import { keepSession } from '../src/lib/session.ts'
import { applyTheme } from '../src/lib/theme.ts'
import { person } from '../src/testing-person.ts'
import { readAddress } from './address.ts'
import { Alone } from './alone.tsx'
import { answers } from './answers.ts'
import { ExampleFrame, Gallery } from './gallery.tsx'
import { answerCalls } from './stand-in.ts'

const address = readAddress(location.search)
const { example, theme, language, width } = address
appearance.set(theme)
applyTheme(undefined, theme)
const root = createRoot(document.getElementById('root')!)

if (example === null) root.render(<Gallery first={address} />)
else if (width !== null) root.render(<ExampleFrame {...address} />)
else {
  document.documentElement.dataset['alone'] = String(example !== 'all')
  answerCalls(answers)
  keepSession({
    jToken: 'gallery',
    refreshToken: 'gallery',
    expiresInS: 900,
    userInfo: person({ userName: 'Somchai', accountName: 'North Spraying' }),
  })
  storedLanguage.set(language)
  await loadHostTheme()
  await startTexts(languages)
  await loadTexts()
  root.render(
    <Suspense fallback={<span data-waiting />}>
      <Alone theme={theme} />
    </Suspense>,
  )
}
