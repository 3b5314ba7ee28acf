import type { Finding, Rule } from '../tree.ts'

const server = 'apps/server/src'
const postgres = `${server}/platform/database`

type Danger = {
  pattern: RegExp
  /** Undefined: all files of the product. */
  within?: RegExp
  message: string
  /** Files that have it for a reason, which is written there. */
  allowed: readonly string[]
}

const dangers: readonly Danger[] = [
  {
    pattern: /'node:child_process'/,
    message: 'starts programs',
    allowed: [
      `${postgres}/launch-server.ts`,
      `${postgres}/make-cluster.ts`,
      `${postgres}/native-binaries.ts`,
      `${postgres}/system-user.ts`,
      `${server}/platform/web/web-build.ts`,
      `${server}/dev.ts`,
    ],
  },
  {
    pattern: /\bexec(File)?(Sync)?\(.*(process|cmd|command)|shell: true/,
    message: 'starts programs through a shell',
    allowed: [],
  },
  { pattern: /\beval\(|new Function\(/, message: 'makes code from text', allowed: [] },
  {
    pattern:
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write\(|srcdoc/i,
    message: 'makes a page from text',
    allowed: ['apps/web/src/app/guide/guide-page.tsx'],
  },
  {
    pattern: /createHash\(\s*'(?!sha256'|sha512')|noble\/hashes\/legacy/,
    message: 'uses a broken hash',
    allowed: [
      `${server}/modules/money/payments/wechat/wechat-pay.ts`,
      'apps/web/src/modules/flights/tools/firmware/checksum-maker.ts',
    ],
  },
  {
    pattern: /create(C|Dec)ipheriv\(\s*'(?!aes-256-gcm')/,
    message: 'uses another cipher than AES-256-GCM',
    allowed: [
      `${server}/platform/messages/web-push.ts`,
      `${server}/modules/gear/firmware/key-file.ts`,
    ],
  },
  {
    pattern: /Math\.random/,
    message: 'uses random numbers that can be guessed',
    allowed: [
      `${server}/platform/auth/captcha-image.ts`,
      'apps/web/src/modules/people/auth/captcha.tsx',
      'apps/web/src/lib/query.ts',
      'apps/web/src/lib/live/live.ts',
    ],
  },
  {
    pattern: /\bsql\.raw\(/,
    // The files put in constants: names of tables, types and directions.
    message: 'puts text into a statement',
    allowed: [
      'alarms/anomalies/anomalies',
      'campaigns/subsidies/subsidy-sums',
      'campaigns/unified-tasks/task-lists',
      'campaigns/unified-tasks/task-work',
      'figures/data-stats/stat-names',
      'figures/figures/drone-sums',
      'figures/figures/facts',
      'figures/figures/main-facts',
      'figures/figures/merge-sums',
      'fleet/drones/drone-list',
      'money/lease-billing/bill-readers',
    ]
      .map((name) => `${server}/modules/${name}.queries.ts`)
      .concat(
        ['conditions', 'ids-by-name', 'list', 'similar-names'].map(
          (name) => `${server}/platform/listing/${name}.queries.ts`,
        ),
        `${postgres}/migrate.ts`,
      ),
  },
  {
    pattern: /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
    message: 'accepts any certificate',
    allowed: [],
  },
  {
    // of the server; browsers may follow them
    within: /^apps\/server\/src\/(?!platform\/http\/docs-page\/)/,
    pattern: /\bfetch\((?!(?:[^;]|;(?! *\n))*?redirect: 'error')/,
    message: "follows redirects; set redirect: 'error'",
    allowed: [],
  },
]

const inProduct = /^(apps\/(server|web)|packages\/[^/]+)\/src\/(?!(.*\/)?testing[-.])/

/** Functions that have caused vulnerabilities elsewhere are used only where it was reviewed. */
const run: Rule['run'] = async (tree) =>
  tree
    .scripts()
    .filter((file) => inProduct.test(file.path) && !file.isTest)
    .flatMap((file) =>
      dangers
        .filter(
          ({ allowed, within }) =>
            !allowed.includes(file.path) && within?.test(file.path) !== false,
        )
        .flatMap(({ pattern, message }): Finding[] => {
          const match = pattern.exec(file.text)
          return match ? [file.finding(match.index, message)] : []
        }),
    )

export const dangerousRule: Rule = { name: 'dangerous', run }
