// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { apiKeyHandlers } from './api-keys/api-keys.routes.ts'
import { authHandlers } from './auth/auth.routes.ts'
import { codeHandlers } from './auth/codes.routes.ts'
import { registrationHandlers } from './registration/registration.routes.ts'
import { memberFactorHandlers } from './member-factors/member-factors.routes.ts'
import { memberHandlers } from './members/members.routes.ts'
import { teamHandlers } from './teams/teams.routes.ts'
import { systemLogHandlers } from './system-logs/system-logs.routes.ts'
import { fileHandlers } from './files/files.routes.ts'
import { organisationSignInHandlers } from './organisation-sign-in/organisation-sign-in.routes.ts'
import { profileHandlers } from './profile/profile.routes.ts'
import { listViewHandlers } from './list-views/list-views.routes.ts'
import { sessionHandlers } from './sessions/sessions.routes.ts'
import { secondFactorHandlers } from './second-factor/second-factor.routes.ts'
import { regionHandlers } from './regions/regions.routes.ts'
import { accountHandlers } from './accounts/accounts.routes.ts'
import { userApplicationHandlers } from './members/user-applications.routes.ts'
import { sharedReview } from './accounts/shared-review.ts'
import {
  notifyOfCertificatesJob,
  warnOfCertificatesJob,
  notifyOfCertificatesKind,
  warnOfCertificatesKind,
} from './teams/certificate-warnings.ts'
import { removeUnclaimedFilesJob, removeUnclaimedFilesKind } from './files/file-cleanup.ts'
import { removeUnnamedFilesJob, removeUnnamedFilesKind } from './files/unnamed-files.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({
  messages,
  screensFor,
  services,
  sessions,
  themes,
}: ModuleParts) => {
  const accounts = accountHandlers(services, { themes, messages })
  const userApplications = userApplicationHandlers(services, { themes })
  return {
    ...authHandlers(services, { themes, sessions }),
    ...codeHandlers(services, { themes, sessions, messages }),
    ...registrationHandlers(services, { themes }),
    ...memberHandlers(services),
    ...memberFactorHandlers(services, { themes, messages }),
    ...teamHandlers(services),
    ...systemLogHandlers(services),
    ...fileHandlers(services),
    ...profileHandlers(services),
    ...listViewHandlers(services),
    ...secondFactorHandlers(services, { themes, sessions, messages }),
    ...organisationSignInHandlers(services, { themes, sessions }),
    ...sessionHandlers(services),
    ...apiKeyHandlers(services, { screensFor }),
    ...regionHandlers(),
    ...accounts,
    ...userApplications,
    reviewAccountApplication: sharedReview({
      reviewOfAccounts: accounts.reviewAccountApplication,
      reviewOfUsers: userApplications.reviewUserApplication,
      screensFor,
    }),
  }
}

export const jobKinds: readonly JobKind<unknown>[] = [
  notifyOfCertificatesKind,
  warnOfCertificatesKind,
  removeUnclaimedFilesKind,
  removeUnnamedFilesKind,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services, withMessages }: JobParts) => ({
  'certificates.tell': notifyOfCertificatesJob(withMessages()),
  'certificates.warn': warnOfCertificatesJob(services),
  'files.remove-unclaimed': removeUnclaimedFilesJob(services),
  'files.remove-unnamed': removeUnnamedFilesJob(services),
})
