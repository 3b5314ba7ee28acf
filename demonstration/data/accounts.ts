import type { DemoAccount } from './account.ts'
import { demoAuthorities } from './authorities.ts'
import { demoFarmers } from './farmers.ts'
import { demoOperators } from './operators.ts'

export const demoAccounts: readonly DemoAccount[] = [
  ...demoAuthorities,
  ...demoOperators,
  ...demoFarmers,
]

/** Applications waiting for review: a company that registered, and one that has moved. */
export const demoApplications: readonly {
  readonly account: string
  readonly type: 1 | 2
  readonly hoursAgo: number
  readonly proposed: {
    readonly accountName?: string
    readonly contactPhone?: string
    readonly contactAddress?: string
    readonly legal?: string
    readonly creditCode?: string
  }
}[] = [
  {
    account: 'xinmiao',
    type: 1,
    hoursAgo: 5,
    proposed: {
      contactPhone: '0372-8120066',
      contactAddress: '滑县道口镇新区路18号',
      legal: '许红梅',
      creditCode: '91410526MA9K3F7Q2X',
    },
  },
  {
    account: 'jinsui',
    type: 2,
    hoursAgo: 27,
    proposed: {
      accountName: '滑县金穗飞防服务有限公司',
      contactAddress: '滑县产业集聚区南二环9号',
      creditCode: '91410526MA46D1L08C',
    },
  },
]

/** The sign-ins of the design page; the password of all is `demoPassword`. */
export const demoPassword = 'Swath2026'
export const demoSignIns: readonly {
  readonly phone: string
  readonly account: string
  readonly name: string
  readonly userType: 1 | 2 | 3 | 4 | 5 | 6
}[] = [
  { phone: '+86-13800000001', account: 'platform', name: '陈思远', userType: 1 },
  { phone: '+86-13800000002', account: 'huaxian-government', name: '李振华', userType: 1 },
  { phone: '+86-13800000003', account: 'tianxiang', name: '郑海涛', userType: 1 },
  { phone: '+86-13800000004', account: 'fengyuan', name: '刘保国', userType: 1 },
  { phone: '+86-13800000005', account: 'wangjianjun', name: '王建军', userType: 1 },
  { phone: '+86-13800000006', account: 'tianxiang', name: '方慧', userType: 6 },
  { phone: '+86-13800000007', account: 'zhangguilan', name: '张桂兰', userType: 1 },
  { phone: '+86-13800000008', account: 'tianxiang', name: '吴迪', userType: 3 },
  { phone: '+86-13800000009', account: 'gongxiang', name: '潘晓东', userType: 1 },
  { phone: '+86-13800000010', account: 'huaxian-government', name: '赵丽萍', userType: 4 },
]
