// The campaigns of the demonstration.

export type DemoTask = {
  account: string
  name: string
  region: string
  /** Days from today. */
  from: number
  until: number
  state: 'draft' | 'open' | 'closed'
  type: 1 | 2 | 3
  workType?: string
  crop?: string
  chemicals?: readonly { id: string; dosePerHa: number; unit: 'mL' | 'g' }[]
  ground?: 'plots'
  /** Share of the planned area that is covered by now. */
  done?: number
  supervisor?: string
  operators: Readonly<Record<string, 'invited' | 'accepted' | 'declined'>>
  note?: string
}

export const demoTasks: readonly DemoTask[] = [
  {
    account: 'huaxian-government',
    name: '夏秋玉米草地贪夜蛾统防统治',
    region: '156410526',
    from: -108,
    until: -81,
    state: 'closed',
    type: 1,
    done: 0.97,
    supervisor: 'henan',
    operators: { fengyuan: 'accepted', jinsui: 'accepted' },
    note: '县财政每亩补助 6 元，以结案数据为准。',
  },
  {
    account: 'huaxian-government',
    name: '滑县秋季麦田统防统治',
    region: '156410526',
    from: -24,
    until: 9,
    state: 'open',
    type: 1,
    done: 0.72,
    supervisor: 'anyang',
    operators: { fengyuan: 'accepted', jinsui: 'accepted', wangjianjun: 'invited' },
  },
  {
    account: 'huaxian-government',
    name: '道口镇叶面肥喷施示范片',
    workType: 'foliar-feeding',
    region: '156410526',
    from: -16,
    until: 20,
    state: 'open',
    type: 3,
    ground: 'plots',
    operators: { fengyuan: 'accepted', jinsui: 'declined' },
  },
  {
    account: 'huaxian-government',
    name: '来年春季小麦赤霉病统防统治',
    region: '156410526',
    from: 130,
    until: 165,
    state: 'draft',
    type: 1,
    crop: 'wheat',
    chemicals: [{ id: 'tebuconazole', dosePerHa: 450, unit: 'mL' }],
    operators: {},
  },
  {
    account: 'huaxian-government',
    name: '蝗虫应急防治',
    region: '156410526',
    from: -2,
    until: 12,
    state: 'open',
    type: 2,
    chemicals: [{ id: 'lambda-cyhalothrin', dosePerHa: 300, unit: 'mL' }],
    operators: { fengyuan: 'invited' },
  },
  {
    account: 'suphan-government',
    name: 'พ่นป้องกันเพลี้ยกระโดดสีน้ำตาล นาปรัง',
    region: '764580000',
    from: -20,
    until: 15,
    state: 'open',
    type: 1,
    done: 0.6,
    operators: { suphandrone: 'accepted' },
  },
]

/** Days before the seed on which a task was in progress. */
export const isDayOfTask = (age: number): boolean =>
  demoTasks.some(({ state, from, until }) => state !== 'draft' && age <= -from && age >= -until - 1)
