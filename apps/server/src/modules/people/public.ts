// The entry point of this module for other modules.
export { countWaitingApplications } from './accounts/account-applications.queries.ts'
export { parseLoginName } from './auth/login-name.ts'
export { masked } from './auth/user-info.ts'
export { claimFile, releaseFile } from './files/files.queries.ts'
export { countApplicationsToDecide } from './members/user-applications.queries.ts'
export { countDueCertificates } from './teams/certificates.queries.ts'
export { peopleWithRight } from './teams/people-with-right.ts'
