// What each right is called: with its declaration (packages/domain/src/access/rights.ts) all that a
// new one needs to be shown and given. The specification's permission labels.
import type { Language } from './languages.ts'

export const rightTitles = {
  'alarm.sms': {
    'en': 'Receive level-1 alarms by SMS',
    'zh-CN': '接收一级异常短信',
    'zh-TW': '接收一級異常簡訊',
    'th': 'รับ SMS แจ้งเหตุผิดปกติระดับ 1',
    'ko': '1단계 이상 알림 SMS 수신',
  },
  'noFlyZone.manage': {
    'en': 'Manage no-fly zones',
    'zh-CN': '管理禁飞区',
    'zh-TW': '管理禁航區',
    'th': 'จัดการเขตห้ามบิน',
    'ko': '비행금지구역 관리',
  },
  'bulletin.receive': {
    'en': 'Receive announcements',
    'zh-CN': '接收通知',
    'zh-TW': '接收通知',
    'th': 'รับประกาศ',
    'ko': '공지 수신',
  },
  'bulletin.send': {
    'en': 'Send announcements',
    'zh-CN': '发布通知',
    'zh-TW': '發布通知',
    'th': 'ส่งประกาศ',
    'ko': '공지 발송',
  },
  'team.manage': {
    'en': 'Manage teams',
    'zh-CN': '管理团队',
    'zh-TW': '管理團隊',
    'th': 'จัดการทีม',
    'ko': '팀 관리',
  },
  'account.manage': {
    'en': 'Manage accounts',
    'zh-CN': '管理账户',
    'zh-TW': '管理帳戶',
    'th': 'จัดการบัญชี',
    'ko': '계정 관리',
  },
  'systemLog.view': {
    'en': 'View system logs',
    'zh-CN': '查看系统日志',
    'zh-TW': '檢視系統日誌',
    'th': 'ดูบันทึกระบบ',
    'ko': '시스템 로그 조회',
  },
  'equipment.manage': {
    'en': 'Manage equipment',
    'zh-CN': '管理设备',
    'zh-TW': '管理設備',
    'th': 'จัดการอุปกรณ์',
    'ko': '장비 관리',
  },
  'staff.manage': {
    'en': 'Manage staff',
    'zh-CN': '管理人员',
    'zh-TW': '管理人員',
    'th': 'จัดการพนักงาน',
    'ko': '직원 관리',
  },
  'task.manage': {
    'en': 'Manage tasks',
    'zh-CN': '管理任务',
    'zh-TW': '管理任務',
    'th': 'จัดการงาน',
    'ko': '작업 관리',
  },
  'client.manage': {
    'en': 'Manage clients',
    'zh-CN': '管理客户',
    'zh-TW': '管理客戶',
    'th': 'จัดการลูกค้า',
    'ko': '고객 관리',
  },
  'lease.manage': {
    'en': 'Manage leases',
    'zh-CN': '管理租赁',
    'zh-TW': '管理租賃',
    'th': 'จัดการการเช่า',
    'ko': '임대 관리',
  },
  'recharge.manage': {
    'en': 'Manage recharges',
    'zh-CN': '管理充值',
    'zh-TW': '管理儲值',
    'th': 'จัดการการเติมเงิน',
    'ko': '충전 관리',
  },
  'workRecord.manage': {
    'en': 'Manage work records',
    'zh-CN': '管理作业记录',
    'zh-TW': '管理作業紀錄',
    'th': 'จัดการบันทึกงาน',
    'ko': '작업 기록 관리',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>
