import './lib/no-eval.ts'
import './lib/style-policy.ts'
import './app/base.css'
import './ui/layout.css'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { languages } from '@swath/i18n/languages'
import { FailurePage } from './app/page-failure.tsx'
import { keepForOffline } from './app/keep-for-offline.ts'
import { createRouter, fetchAhead, paletteHere } from './app/router.tsx'
import './app/slots.ts'
import { StartMark } from './app/start-mark.tsx'
import { onPalette } from './lib/appearance.ts'
import { loadHostTheme } from './lib/host-theme.ts'
import { startTexts, translate } from './lib/i18n.ts'
import { applyTheme } from './lib/theme.ts'

applyTheme(undefined, paletteHere())
fetchAhead()
const root = createRoot(document.getElementById('root')!)
try {
  const theme = await loadHostTheme()
  const applyHere = (): void => applyTheme(theme.brand.primary, paletteHere())
  applyHere()
  onPalette(applyHere)
  await startTexts(theme.languages)
  root.render(
    <StrictMode>
      <Suspense fallback={<StartMark />}>
        {/* In a transition, live data delays the new URL, and a second change starts from the old. */}
        <RouterProvider router={createRouter()} useTransitions={false} />
      </Suspense>
    </StrictMode>,
  )
  keepForOffline()
} catch (error) {
  await startTexts(languages)
  root.render(<FailurePage error={error} title={translate('app:startFailed')} />)
}
