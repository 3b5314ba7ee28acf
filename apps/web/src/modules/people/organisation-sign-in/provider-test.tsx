import type {
  IdentityProvider,
  ProviderTest,
  providerProblems,
} from '@swath/contract/people/organisation-sign-in'
import { Alert, App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { focusOpenerIfLost } from '../../../ui/opener.ts'
import { useTestProvider } from './organisation-sign-in.mutations.ts'

const problems: Readonly<Record<(typeof providerProblems)[number], string>> = {
  address: 'organisation-sign-in:problem.address',
  unreachable: 'organisation-sign-in:problem.unreachable',
  slow: 'organisation-sign-in:problem.slow',
  issuer: 'organisation-sign-in:problem.issuer',
  incomplete: 'organisation-sign-in:problem.incomplete',
  key: 'organisation-sign-in:problem.key',
}

const TestResult = ({ test: { problem, found } }: { test: ProviderTest }) => {
  const { t } = useTranslation('organisation-sign-in')
  if (problem) return <Alert type="error" showIcon title={t(problems[problem])} />
  return (
    <div className="grid gap-12">
      <Alert type="success" showIcon title={t('testGood')} />
      {found && (
        <Facts>
          <Fact label={t('testSignIn')}>{found.authorizationEndpoint}</Fact>
          <Fact label={t('testToken')}>{found.tokenEndpoint}</Fact>
          <Fact label={t('testSigning')}>{found.signing.join(', ') || t('testNone')}</Fact>
          <Fact label={t('testClaims')}>{found.claims.join(', ') || t('testNone')}</Fact>
        </Facts>
      )}
    </div>
  )
}

/** Reads the provider’s metadata and shows what was found. */
export const ProviderTestButton = ({ provider }: { provider: IdentityProvider }) => {
  const { t } = useTranslation('organisation-sign-in')
  const { modal } = App.useApp()
  const run = useTestProvider()
  const { providerId, providerName: name } = provider
  const onTest = async (): Promise<void> => {
    const test = await run.mutateAsync({ providerId }).catch(() => null) // already reported
    if (test)
      modal.info({
        title: t('testTitle', { name }),
        icon: null,
        centered: true,
        width: 560,
        okText: t('terms:close'),
        afterClose: focusOpenerIfLost,
        content: <TestResult test={test} />,
      })
  }
  return (
    <Button loading={run.isPending} onClick={() => void onTest()}>
      {t('test')}
    </Button>
  )
}
