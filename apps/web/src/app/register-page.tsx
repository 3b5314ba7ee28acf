import { usePalette } from '../lib/appearance.ts'
import { RegisterScreen } from '../modules/people/auth/register-screen.tsx'
import { Providers } from './providers.tsx'

/** The only page without a session that uses the component library. */
export const RegisterPage = () => (
  <Providers palette={usePalette()}>
    <RegisterScreen />
  </Providers>
)
