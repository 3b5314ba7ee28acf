// Everything that the program does by itself, put together: what is due, retried or long.
import type { JobKindName } from '@swath/contract/jobs'
import { deliveryOfAlarms, deliveryOfAlarmsJob } from './modules/alarms/anomalies/alarm-delivery.ts'
import { expiryOfAlarms, expiryOfAlarmsJob } from './modules/alarms/anomalies/alarm-expiry.ts'
import {
  digestOfAlarms,
  digestOfAlarmsJob,
  tellingOfAlarms,
  tellingOfAlarmsJob,
} from './modules/alarms/anomalies/alarm-messages.ts'
import { removalOfAppLogs, removalOfAppLogsJob } from './modules/gear/app-logs/app-log-cleanup.ts'
import {
  comparisonOfClaims,
  comparisonOfClaimsJob,
} from './modules/flights/claims/compare-claims.ts'
import {
  mailingOfStats,
  mailingOfStatsJob,
  schedulingOfStatMails,
  schedulingOfStatMailsJob,
} from './modules/figures/data-stats/send-mail.ts'
import {
  removalOfExports,
  removalOfExportsJob,
} from './modules/figures/drone-statistics/export-cleanup.ts'
import {
  makingOfExports,
  makingOfExportsJob,
} from './modules/figures/drone-statistics/make-export.ts'
import {
  removalOfBulletinFiles,
  removalOfBulletinFilesJob,
} from './modules/alarms/bulletins/bulletin-files.ts'
import {
  publicationOfBulletins,
  publicationOfBulletinsJob,
} from './modules/alarms/bulletins/publish-due.ts'
import {
  removalOfUnclaimedFiles,
  removalOfUnclaimedFilesJob,
} from './modules/people/files/file-cleanup.ts'
import {
  removalOfUnnamedFiles,
  removeUnnamedFilesJob,
} from './modules/people/files/unnamed-files.ts'
import {
  checkingOfFirmware,
  checkingOfFirmwareJob,
} from './modules/gear/firmware/check-firmware.ts'
import {
  continuationOfRollouts,
  continuationOfRolloutsJob,
} from './modules/gear/firmware/continue-rollouts.ts'
import {
  removalOfAbandonedFirmware,
  removalOfAbandonedFirmwareJob,
} from './modules/gear/firmware/firmware-cleanup.ts'
import { wrappingOfFirmware, wrappingOfFirmwareJob } from './modules/gear/firmware/wrap-firmware.ts'
import {
  readingOfLostLogs,
  readingOfLostLogsJob,
  removalOfForgottenLogs,
  removalOfForgottenLogsJob,
} from './modules/flights/flight-logs/log-cleanup.ts'
import {
  applyingOfImports,
  applyingOfImportsJob,
} from './modules/land/geometry-imports/apply-import.ts'
import {
  removalOfForgottenImports,
  removalOfForgottenImportsJob,
} from './modules/land/geometry-imports/import-cleanup.ts'
import {
  undoingOfImports,
  undoingOfImportsJob,
} from './modules/land/geometry-imports/undo-import.ts'
import { balanceChanges, tellSealedBalances, lockingOfDrones } from './modules/money/public.ts'
import {
  followingOfBalanceJob,
  tellingOfBalance,
  tellingOfBalanceJob,
} from './modules/money/lease-billing/follow-balance.ts'
import { sealingOfLedger, sealingOfLedgerJob } from './modules/money/ledger/seal.ts'
import { removalOfFailedJobs, removalOfFailedJobsJob } from './modules/overview/jobs/job-cleanup.ts'
import {
  tellingOfServices,
  tellingOfServicesJob,
  warningOfServices,
  warningOfServicesJob,
} from './modules/money/orders/service-warnings.ts'
import { askingOfGateway, askingOfGatewayJob } from './modules/money/payments/ask-gateway.ts'
import { comparisonOfBills, comparisonOfBillsJob } from './modules/money/payments/compare-bills.ts'
import { createPayments } from './modules/money/payments/create-payments.ts'
import { givingOfRefunds, givingOfRefundsJob } from './modules/money/payments/refunds.ts'
import {
  tellingOfCertificates,
  tellingOfCertificatesJob,
  warningOfCertificates,
  warningOfCertificatesJob,
} from './modules/people/teams/certificate-warnings.ts'
import {
  tellingOfParts,
  tellingOfPartsJob,
  watchingOfParts,
  watchingOfPartsJob,
} from './modules/gear/accessories/part-messages.ts'
import {
  tellingOfRtk,
  tellingOfRtkJob,
  warningOfRtk,
  warningOfRtkJob,
} from './modules/gear/rtk/rtk-warnings.ts'
import { fetchingOfWeather, fetchingOfWeatherJob } from './modules/flights/weather/fetch-weather.ts'
import { findingOfFlights, findingOfFlightsJob } from './modules/land/plots/earlier-flights.ts'
import { keepGround, keepGroundJob } from './modules/flights/plot-work/keep-ground.ts'
import {
  workingOutOfSubsidies,
  workingOutOfSubsidiesJob,
} from './modules/campaigns/subsidies/propose.ts'
import { checkingOfSums, checkingOfSumsJob } from './modules/figures/figures/check-sums.ts'
import { mergeSums, mergeSumsJob } from './modules/figures/figures/merge-sums.ts'
import {
  assignmentOfFlights,
  assignmentOfFlightsJob,
} from './modules/campaigns/unified-tasks/assign-again.ts'
import {
  measuringOfTasks,
  measuringOfTasksJob,
} from './modules/campaigns/unified-tasks/measure-tasks.ts'
import { lockingOfDronesJob } from './modules/money/leasing/lock-drones.ts'
import { createThemes } from './platform/auth/themes.ts'
import { createMessages } from './platform/messages/messages.ts'
import { paymentPurposes } from './payment-purposes.ts'
import type { Job, JobKind } from './platform/jobs/job-kind.ts'
import type { Services } from './platform/services.ts'

export const jobKinds: readonly JobKind<unknown>[] = [
  tellingOfAlarms,
  deliveryOfAlarms,
  digestOfAlarms,
  expiryOfAlarms,
  removalOfAppLogs,
  publicationOfBulletins,
  removalOfBulletinFiles,
  tellingOfCertificates,
  warningOfCertificates,
  comparisonOfClaims,
  mailingOfStats,
  schedulingOfStatMails,
  makingOfExports,
  removalOfExports,
  removalOfUnclaimedFiles,
  removalOfUnnamedFiles,
  checkingOfFirmware,
  continuationOfRollouts,
  removalOfAbandonedFirmware,
  wrappingOfFirmware,
  readingOfLostLogs,
  removalOfForgottenLogs,
  applyingOfImports,
  removalOfForgottenImports,
  undoingOfImports,
  removalOfFailedJobs,
  balanceChanges,
  tellingOfBalance,
  sealingOfLedger,
  tellingOfServices,
  warningOfServices,
  askingOfGateway,
  comparisonOfBills,
  givingOfRefunds,
  tellingOfParts,
  watchingOfParts,
  findingOfFlights,
  keepGround,
  tellingOfRtk,
  warningOfRtk,
  workingOutOfSubsidies,
  checkingOfSums,
  mergeSums,
  assignmentOfFlights,
  measuringOfTasks,
  fetchingOfWeather,
  lockingOfDrones,
]

/** A name of the contract without its job does not compile. */
export const createJobs = (services: Services): readonly Job[] => {
  const payments = createPayments(services, paymentPurposes)
  const withMessages = () => ({
    ...services,
    themes: createThemes(services),
    messages: createMessages(services),
  })
  return Object.values({
    'alarms.tell': tellingOfAlarmsJob(services),
    'alarms.deliver': deliveryOfAlarmsJob(withMessages()),
    'alarms.digest': digestOfAlarmsJob(services),
    'alarms.expire': expiryOfAlarmsJob(services),
    'app-logs.remove': removalOfAppLogsJob(services),
    'bulletins.publish': publicationOfBulletinsJob(services),
    'bulletins.remove-files': removalOfBulletinFilesJob(services),
    'certificates.tell': tellingOfCertificatesJob(withMessages()),
    'certificates.warn': warningOfCertificatesJob(services),
    'claims.compare': comparisonOfClaimsJob(services),
    'data-stats.mail': mailingOfStatsJob(withMessages()),
    'data-stats.mail-due': schedulingOfStatMailsJob(services),
    'drone-statistics.export': makingOfExportsJob(services),
    'drone-statistics.remove-exports': removalOfExportsJob(services),
    'files.remove-unclaimed': removalOfUnclaimedFilesJob(services),
    'files.remove-unnamed': removeUnnamedFilesJob(services),
    'firmware.check': checkingOfFirmwareJob(services),
    'firmware.continue-rollouts': continuationOfRolloutsJob(services),
    'firmware.remove-abandoned': removalOfAbandonedFirmwareJob(services),
    'firmware.wrap': wrappingOfFirmwareJob(services),
    'flight-logs.read-lost': readingOfLostLogsJob(services),
    'flight-logs.remove-forgotten': removalOfForgottenLogsJob(services),
    'geometry-imports.apply': applyingOfImportsJob(services),
    'geometry-imports.remove-forgotten': removalOfForgottenImportsJob(services),
    'geometry-imports.undo': undoingOfImportsJob(services),
    'jobs.remove-failed': removalOfFailedJobsJob(services),
    'leasing.balance': followingOfBalanceJob(services),
    'leasing.lock': lockingOfDronesJob(services),
    'leasing.tell-balance': tellingOfBalanceJob(withMessages()),
    'ledger.seal': sealingOfLedgerJob(services, (clientIds) =>
      tellSealedBalances(services.db, clientIds),
    ),
    'orders.tell': tellingOfServicesJob(withMessages()),
    'orders.warn': warningOfServicesJob(services),
    'parts.tell': tellingOfPartsJob(withMessages()),
    'parts.watch': watchingOfPartsJob(services),
    'payments.ask': askingOfGatewayJob({ ...services, payments }),
    'payments.compare': comparisonOfBillsJob({ ...services, payments }),
    'payments.refund': givingOfRefundsJob(payments),
    'plots.find-flights': findingOfFlightsJob(services),
    'plots.keep-ground': keepGroundJob(services),
    'rtk.tell': tellingOfRtkJob(withMessages()),
    'rtk.warn': warningOfRtkJob(services),
    'subsidies.work-out': workingOutOfSubsidiesJob(services),
    'sums.check': checkingOfSumsJob(services),
    'sums.merge': mergeSumsJob(services),
    'tasks.assign': assignmentOfFlightsJob(services),
    'tasks.measure': measuringOfTasksJob(services),
    'weather.fetch': fetchingOfWeatherJob(services),
  } satisfies Record<JobKindName, Job>)
}
