import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'account-detail',
    path: '/institution_manage/account-detail',
    title: 'terms:myAccount',
    load: async () => (await import('./accounts/own-account-screen.tsx')).OwnAccountScreen,
  },
  {
    screen: 'account-detail',
    path: '/institution_manage/account-detail/api-keys',
    help: 'api-keys',
    title: 'terms:apiKeys',
    load: async () => (await import('./api-keys/api-key-list-screen.tsx')).ApiKeyListScreen,
  },
  {
    screen: 'account-list',
    path: '/institution_manage/account-list',
    title: 'terms:accounts',
    load: async () => (await import('./accounts/account-list-screen.tsx')).AccountListScreen,
  },
  {
    screen: 'account-apply-list',
    path: '/institution_manage/account-apply-list',
    title: 'terms:accountApplications',
    load: async () =>
      (await import('./accounts/application-list-screen.tsx')).ApplicationListScreen,
  },
  {
    screen: 'sub-company-list',
    path: '/institution_manage/sub-company-list',
    title: 'terms:subCompanies',
    platformTitle: 'terms:subPlatforms',
    load: async () => (await import('./accounts/sub-company-list-screen.tsx')).SubCompanyListScreen,
  },
  {
    screen: 'member-list',
    path: '/institution_manage/member-list',
    title: 'terms:members',
    load: async () => (await import('./members/member-list-screen.tsx')).MemberListScreen,
  },
  {
    screen: 'team-list',
    path: '/institution_manage/team-list',
    title: 'app:teamList',
    load: async () => (await import('./teams/team-list-screen.tsx')).TeamListScreen,
  },
  {
    screen: 'team-list',
    path: '/institution_manage/team-list/certificates',
    help: 'certificates',
    title: 'app:teamList',
    load: async () => (await import('./teams/certificate-list-screen.tsx')).CertificateListScreen,
  },
  {
    screen: 'team-list',
    path: '/institution_manage/team-list/logbook/:userId',
    help: 'logbook',
    title: 'app:teamList',
    load: async () => (await import('./teams/logbook-screen.tsx')).LogbookScreen,
  },
  {
    screen: 'user-apply-list',
    path: '/institution_manage/user-apply-list',
    title: 'terms:joinRequests',
    load: async () =>
      (await import('./members/user-application-list-screen.tsx')).UserApplicationListScreen,
  },
  {
    screen: 'system-log-list',
    path: '/institution_manage/system-log-list',
    title: 'terms:systemLog',
    load: async () =>
      (await import('./system-logs/system-log-list-screen.tsx')).SystemLogListScreen,
  },
]
