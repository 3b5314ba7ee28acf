import { RegisterScreen } from '../modules/people/auth/register-screen.tsx'
import { Providers } from './providers.tsx'

/** The one page for people who are not signed in that has use for the component library. */
export const RegisterPage = () => (
  <Providers>
    <RegisterScreen />
  </Providers>
)
