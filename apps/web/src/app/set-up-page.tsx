import { usePalette } from '../lib/appearance.ts'
import { SetUpScreen } from '../modules/people/second-factor/set-up-screen.tsx'
import { Providers } from './providers.tsx'

/** Before the sign-in is complete, for people whose account requires a second factor. */
export const SetUpPage = () => (
  <Providers palette={usePalette()}>
    <SetUpScreen />
  </Providers>
)
