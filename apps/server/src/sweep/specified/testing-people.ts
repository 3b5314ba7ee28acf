import { world } from '../testing-world.ts'
import { callsOf, indexed, inItems, paged, type SpecifiedCall } from './testing-calls.ts'

const nobody = callsOf('nobody')
const platform = callsOf('root')
const team = callsOf('team')
const maker = callsOf('makerOne')

/** Phone of `teamEnterpriseAdmin`, whose password the test sets. */
export const signInPhone = '+86-13800000019'
/** Phone of `teamBusinessAdmin`: one person cannot request two codes within a minute. */
const secondPhone = '+86-13800000020'
export const signInPassword = 'Swath2026'
const code = '123456'
const newPhone = '+86-13722220000'

const userInfo = [
  'phoneNum',
  'userName',
  'userHeadUrl',
  'userType',
  'accountType',
  'accountId',
  'accountName',
  'accountLogo',
  'checkStatus',
  'tag',
  'teamType',
  'accountCatalogLevel',
  'vipLevel',
  'canCreateSub',
  'ruleProvince',
  'ruleCity',
  'ruleCounty',
]
const signedIn = ['jToken', 'refreshToken', ...userInfo.map((name) => `userInfo.${name}`)]
/** The data of a company in the specification's registration. */
const company = {
  accountName: 'Company of the specification',
  legal: 'Li Si',
  creditCode: '91330100MA27',
  contactName: 'Zhang San',
  province: '浙江省',
  city: '杭州市',
  county: '西湖区',
  contactAddress: '1 Wensan Road',
  contactPhone: '13722220000',
  busiLicense: '',
  companyLogo: '',
}

export const signInCalls: readonly SpecifiedCall[] = [
  nobody('GET getVerify: phoneNum, codeType (register)', 'getVerify', {
    query: { phoneNum: newPhone, codeType: '2' },
  }),
  nobody('GET getVerifyCode: email, with an empty phoneNum', 'getVerifyCode', {
    query: { phoneNum: '', email: 'somebody@example.org', codeType: '1' },
  }),
  nobody('GET getVerify: sendPhoneNo', 'getVerify', {
    query: { sendPhoneNo: '+86-13722220009', codeType: '1' },
  }),
  nobody('GET checkVerifyCode: phoneNum, code', 'checkVerifyCode', {
    query: { phoneNum: newPhone, code },
  }),
  nobody('POST reg: registration payload', 'reg', {
    body: {
      ...company,
      phoneNum: newPhone,
      email: '',
      password: signInPassword,
      verifyCode: code,
      accountType: '4',
      operatorType: '1',
      commitWay: '1',
      customDomain: '',
    },
  }),
  nobody('GET getVerify (reset)', 'getVerify', { query: { phoneNum: signInPhone, codeType: '3' } }),
  nobody("GET checkVerifyCode: checkOpr '3'", 'checkVerifyCode', {
    query: { phoneNum: signInPhone, verifyCode: code, checkOpr: '3' },
  }),
  nobody('PUT resetPassword: phoneNum, password, verifyCode', 'resetPassword', {
    body: { phoneNum: signInPhone, password: signInPassword, verifyCode: code },
  }),
  nobody('Captcha image with a random query value', 'getCaptcha', { query: { '0.8311': '' } }),
  nobody(
    'POST loginPd: phoneNum, password, verifyCode, rememberPassword',
    'loginPd',
    ({ cookie }) => ({
      body: {
        phoneNum: signInPhone,
        password: signInPassword,
        verifyCode: code.slice(0, 4),
        rememberPassword: true,
      },
      cookie: cookie!,
    }),
    signedIn,
    { refreshToken: 'refreshToken' },
  ),
  nobody(
    'POST refreshToken: refreshToken',
    'refreshToken',
    ({ refreshToken }) => ({ body: { refreshToken } }),
    ['jToken'],
  ),
  nobody('GET getVerify (login)', 'getVerify', { query: { phoneNum: secondPhone, codeType: '1' } }),
  nobody(
    'POST loginSmS: phoneNum, verifyCode, rememberPassword',
    'loginSmS',
    { body: { phoneNum: secondPhone, verifyCode: code, rememberPassword: false } },
    signedIn,
  ),
  callsOf('teamStaff')('POST loginOut', 'loginOut'),
  team('POST /user/upload: multipart part file', 'uploadImage', { file: 'a picture' }, ['url'], {
    picture: 'url',
  }),
  nobody('Load all regions (tree)', 'loadRegions', {}, [...inItems('areaId', 'areaName')]),
  callsOf('rival')(
    'Own profile PUT: userName, userHeadUrl, oldPassword, newPassword, confirmation',
    'updateOwnProfile',
    {
      body: {
        userName: 'Wang Wu',
        userHeadUrl: '',
        oldPassword: signInPassword,
        newPassword: 'Later2026',
        confirmation: 'Later2026',
      },
    },
    userInfo,
  ),
  team('Own profile PUT with a picture alone', 'updateOwnProfile', ({ picture }) => ({
    body: { userName: 'Li Si', userHeadUrl: picture },
  })),
  team('Own account GET', 'getOwnAccount', {}, ['accountId', 'accountName', 'legal', 'creditCode']),
  team('POST account info', 'changeOwnAccount', { body: company }),
  maker('PUT secret key {vid}', 'setSecretKey', { params: { vid: '4711' } }),
  maker('GET secret key as file', 'downloadSecretKey', { params: { vid: '4711' } }),
]

export const accountCalls: readonly SpecifiedCall[] = [
  platform(
    'Accounts GET list (currentPage, pageSize, filters)',
    'listAccounts',
    {
      query: {
        currentPage: '1',
        pageSize: '20',
        accountType: '4',
        accountName: 'canary',
        contactName: '',
        userPhone: '138',
        teamType: '1',
        search: 'canary',
        isAll: 'true',
      },
    },
    [...paged, 'stats.zfNum', 'stats.zzqyNum', 'stats.yyqyNum'],
  ),
  platform('Accounts GET list: isAll=false', 'listAccounts', { query: { isAll: 'false' } }, paged),
  platform('GET detail by accountId', 'getAccount', { query: { accountId: world.accountId.team } }),
  platform(
    'POST create',
    'createAccount',
    {
      body: {
        ...company,
        accountName: 'Created',
        accountType: '4',
        operatorType: '1',
        phoneNum: '+86-13722220001',
        email: '',
        password: signInPassword,
      },
    },
    ['accountId'],
    { created: 'accountId' },
  ),
  team('POST create sub-company', 'createSubCompany', {
    body: { ...company, accountName: 'Sub', phoneNum: '+86-13722220002', password: signInPassword },
  }),
  platform('POST create sub-platform', 'createSubPlatform', {
    body: {
      ...company,
      accountName: 'Sub-platform',
      phoneNum: '+86-13722220003',
      password: signInPassword,
      tag: 'west',
    },
  }),
  platform('PUT update', 'updateAccount', ({ created }) => ({
    params: { accountId: created! },
    body: { ...company, accountName: 'Renamed' },
  })),
  platform('PUT enable or disable {accountId, opr}', 'enableAccount', ({ created }) => ({
    body: { accountId: created, opr: 'disable' },
  })),
  platform('DELETE by id', 'deleteAccount', ({ created }) => ({ params: { accountId: created! } })),
  platform(
    'GET application list',
    'listAccountApplications',
    {
      query: {
        accountId: '',
        accountName: 'specification',
        applyType: '1',
        applyStatus: '1',
        order: '-applyTime',
      },
    },
    [
      ...paged,
      'stats.zfNotCheckNum',
      'stats.zzqyCheckNum',
      'stats.yyqyCheckNum',
      ...inItems('applyId', 'applyType', 'applyStatus'),
    ],
    { applyId: 'items.0.applyId' },
  ),
  platform('GET application detail by applyId', 'getAccountApplication', ({ applyId }) => ({
    query: { applyId: applyId! },
  })),
  platform('PUT application status', 'reviewAccountApplication', ({ applyId }) => ({
    body: { applyId, applyStatus: 3 },
  })),
  team(
    'GET user applications',
    'listUserApplications',
    {
      query: {
        adminPhone: '138',
        userName: '',
        accountName: '',
        accountType: '4',
        applyStatus: '1',
        order: '-applyTime',
      },
    },
    paged,
  ),
  platform(
    'GET system logs with logType',
    'listSystemLogs',
    {
      query: {
        pageIndex: '1',
        size: '20',
        logType: '1,2',
        accountName: '',
        userName: '',
        startTime: '2026-01-01',
        endTime: '2026-12-31 23:59:59',
        order: '-time',
      },
    },
    indexed,
  ),
  team('Members GET list', 'listMembers', { query: { currentPage: '1', pageSize: '20' } }, paged),
  team(
    'Members POST create',
    'createMember',
    {
      body: {
        userName: 'New',
        phoneNum: '+86-13722220004',
        userType: 3,
        dataScope: 1,
        password: signInPassword,
      },
    },
    ['userId'],
    { userId: 'userId' },
  ),
  team('Members PUT update', 'updateMember', ({ userId }) => ({
    params: { userId: userId! },
    body: { userName: 'Renamed', phoneNum: '+86-13722220004', userType: 3, dataScope: 2 },
  })),
  team('Members PUT enable {userId, opr}', 'enableMember', ({ userId }) => ({
    body: { userId, opr: 'disable' },
  })),
  team('Members DELETE by userId', 'deleteMember', ({ userId }) => ({
    params: { userId: userId! },
  })),
  team('Teams (pageIndex, size)', 'listTeams', { query: { pageIndex: '1', size: '20' } }, [
    ...indexed,
    ...inItems('groupId', 'groupName', 'leaderUserId'),
  ]),
  team(
    'Teams create',
    'createTeam',
    { body: { groupName: 'Night shift', leaderUserId: null, userIds: [] } },
    ['groupId'],
    { groupId: 'groupId' },
  ),
  team('Teams rename', 'renameTeam', ({ groupId }) => ({
    params: { groupId: groupId! },
    body: { groupName: 'Day shift' },
  })),
  team('Teams selectable members', 'listSelectableMembers', {}, indexed),
  team('Teams member add', 'addTeamMembers', ({ groupId }) => ({
    params: { groupId: groupId! },
    body: { userIds: [world.userId.teamBusinessAdmin] },
  })),
  team('Teams leader change', 'changeTeamLeader', ({ groupId }) => ({
    params: { groupId: groupId! },
    body: { leaderUserId: world.userId.teamBusinessAdmin },
  })),
  team('Teams member remove', 'removeTeamMembers', ({ groupId }) => ({
    params: { groupId: groupId! },
    body: { userIds: [world.userId.teamBusinessAdmin] },
  })),
  team('Teams delete', 'deleteTeam', ({ groupId }) => ({ params: { groupId: groupId! } })),
]
