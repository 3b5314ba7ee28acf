import { usePalette } from '../lib/appearance.ts'
import { RegisterScreen } from '../modules/people/auth/register-screen.tsx'
import { Providers } from './providers.tsx'

/** Uses the component library, which other pages without a session do not load. */
export const RegisterPage = () => (
  <Providers palette={usePalette()}>
    <RegisterScreen />
  </Providers>
)
