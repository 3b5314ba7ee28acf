// Subsidies of the demonstration's governments: a county with a year of seasons, of which the last
// is proposed, the one before approved and all others paid; and three other countries.
import type { Currency } from '@swath/domain/money'
import type { SubsidyRules } from '@swath/domain/subsidy-rules'
import type { AreaUnit } from '@swath/domain/units'

export type DemoSeason = {
  /**
   * One name, or six for two months each from January on: the one for the middle of the season is
   * used.
   */
  name: string | readonly string[]
  /** Days from today. */
  from: number
  until: number
  state: 'proposed' | 'approved' | 'paid'
  /** Note on the version of the rules, if it is not the first of a year. */
  note: string
  /** Applies from this season on, in addition to the general rate. */
  cropRate?: { cropId: string; rateMinor: number }
  /** Reference of the payment, by its year. */
  reference?: (year: number) => string
}
export type DemoSubsidy = {
  account: string
  region: string
  currency: Currency
  rateUnit: AreaUnit
  rateMinor: number
  ceilings?: Partial<SubsidyRules['ceilings']>
  /** In chronological order. */
  seasons: readonly DemoSeason[]
  /** The approving person's remark. */
  remark: string
  /** Objections to the last season. */
  objections: readonly {
    account: string
    text: string
    state: 'open' | 'upheld' | 'declined'
    answer: string
  }[]
}

/** Wheat and maize, one after the other. */
const huaxianSeasons = ['越冬麦田', '春季麦田', '麦收夏播', '夏玉米', '秋收作物', '秋冬麦田']

export const demoSubsidies: readonly DemoSubsidy[] = [
  {
    account: 'huaxian-government',
    region: '156410526',
    currency: 'CNY',
    rateUnit: 'mu',
    rateMinor: 600,
    ceilings: { plotMinor: 30_000, farmerMinor: 500_000, operatorMinor: 60_000_000 },
    seasons: [
      {
        name: huaxianSeasons,
        from: -335,
        until: -275,
        state: 'paid',
        note: '',
        reference: (year) => `滑财农〔${year}〕3 号`,
      },
      {
        name: huaxianSeasons,
        from: -274,
        until: -214,
        state: 'paid',
        note: '增加一季',
        reference: (year) => `滑财农〔${year}〕9 号`,
      },
      {
        name: huaxianSeasons,
        from: -213,
        until: -153,
        state: 'paid',
        note: '增加一季',
        reference: (year) => `滑财农〔${year}〕14 号`,
      },
      {
        name: huaxianSeasons,
        from: -152,
        until: -92,
        state: 'paid',
        note: '增加一季',
        reference: (year) => `滑财农〔${year}〕17 号`,
      },
      { name: huaxianSeasons, from: -91, until: -31, state: 'approved', note: '增加一季' },
      {
        name: huaxianSeasons,
        from: -30,
        until: 30,
        state: 'proposed',
        note: '增加一季，小麦提高到每亩 8 元',
        cropRate: { cropId: 'wheat', rateMinor: 800 },
      },
    ],
    remark: '核对无误，同意拨付。',
    objections: [
      {
        account: 'zhangguilan',
        text: '我家地北头没有打到，不应该按全部面积算。',
        state: 'open',
        answer: '',
      },
      {
        account: 'fengyuan',
        text: '月初两个架次网络不好，飞行记录是后来补传的，请核实。',
        state: 'open',
        answer: '',
      },
      {
        account: 'jinsui',
        text: '小麦应按每亩 8 元计算。',
        state: 'declined',
        answer: '该地块登记作物为玉米，按每亩 6 元核算。',
      },
      {
        account: 'chendafu',
        text: '这块地已经转给别人种了，地块名称写错了。',
        state: 'upheld',
        answer: '已核实，地块信息已更正。',
      },
    ],
  },
  {
    account: 'suphan-government',
    region: '764580000',
    currency: 'THB',
    rateUnit: 'rai',
    rateMinor: 6_000,
    ceilings: { farmerMinor: 1_000_000 },
    seasons: [
      { name: 'นาปรัง', from: -60, until: 5, state: 'approved', note: 'ตามมติคณะกรรมการจังหวัด' },
    ],
    remark: 'ตรวจสอบแล้ว ถูกต้อง',
    objections: [
      {
        account: 'somchai',
        text: 'แปลงของผมพ่นไม่ทั่ว ด้านทิศใต้ไม่ได้พ่น',
        state: 'declined',
        answer: 'เส้นทางบินแสดงว่าพ่นครบแล้ว',
      },
    ],
  },
  {
    account: 'jeonbuk-government',
    region: '410120000',
    currency: 'KRW',
    rateUnit: 'hectare',
    rateMinor: 22_000,
    seasons: [{ name: '벼 병해충', from: -50, until: 5, state: 'proposed', note: '2차 방제 지원' }],
    remark: '',
    objections: [],
  },
  {
    account: 'punjab-government',
    region: '356270000',
    currency: 'INR',
    rateUnit: 'acre',
    rateMinor: 30_000,
    seasons: [
      {
        name: 'Kharif',
        from: -100,
        until: -40,
        state: 'paid',
        note: 'Plant protection scheme',
        reference: (year) => `PB/AGR/${year}/0412`,
      },
    ],
    remark: 'Checked against the tracks',
    objections: [],
  },
]
