import { listImports, type ResolvedImport } from '../imports.ts'
import type { Finding, Rule } from '../tree.ts'

type Boundary = {
  /** The files to which the boundary applies. */
  from: RegExp
  except?: RegExp
  /** Returns what is wrong with the import, if anything. */
  broken: (use: ResolvedImport, from: string) => string | false | undefined
}

/**
 * Tests, and files that only tests use: the arbitraries and recorded frames of `x-samples.ts`,
 * `testing.ts`, `testing-server.ts`.
 */
const test =
  /\.(test|sweep)\.tsx?$|\/testing(-[\w-]+)?(\.(queries|seed|split))?\.tsx?$|\/([\w-]+-)?samples\.ts$/
const isNode = (use: ResolvedImport): boolean => use.package?.startsWith('node:') ?? false
const within = (use: ResolvedImport, ...folders: string[]): boolean =>
  use.file !== undefined && folders.some((folder) => use.file!.startsWith(folder))

/** A folder that others may import only through its entry file, `public.ts`. */
const findHouse = (path: string): string | undefined =>
  /^apps\/(?:(?:web|server)\/src\/modules|server\/src\/gateway)\/[^/]+\//.exec(path)?.[0]

/**
 * A part that may import only from the named folders and packages, apart from itself and its own
 * test tools.
 */
const only = (folder: string, folders: string[], packages: RegExp | null): Boundary => ({
  from: new RegExp(`^${folder}`),
  except: test,
  broken: (use) =>
    use.file !== undefined
      ? !within(use, folder, ...folders) &&
        `${folder} may import only ${[folder, ...folders].join(', ')}`
      : !packages?.test(use.package!) && `${folder} may not import the package ${use.package}`,
})

const lower = (folder: string, ...higher: string[]): Boundary => ({
  from: new RegExp(`^${folder}`),
  except: test,
  broken: (use) =>
    within(use, ...higher) &&
    `${folder} stands below ${higher.join(', ')} and may not import from there`,
})

const enteredBeside = (part: 'modules/' | 'gateway/', use: ResolvedImport, from: string) => {
  const house = use.file && findHouse(use.file)
  return (
    house &&
    house.includes(`/src/${part}`) &&
    house !== findHouse(from) &&
    !/\/public\.tsx?$/.test(use.file!) &&
    `from elsewhere, this is entered only through its front door ${house}public.ts`
  )
}

const library = (packages: RegExp, home: string): Boundary => ({
  from: /^apps\/web\//,
  except: new RegExp(`^${home}|^apps/web/vite\\.config\\.ts$`),
  broken: (use) => packages.test(use.package ?? '') && `${use.package} is imported only in ${home}`,
})

const boundaries: Boundary[] = [
  only('packages/domain/', [], null),
  only('packages/i18n/', [], null),
  only('packages/contract/', ['packages/domain/'], /^zod$/),
  only('packages/fixtures/', ['packages/domain/'], /^node:/),
  only('packages/file-syntax/', ['packages/domain/'], null),
  only(
    'packages/flight-logs/',
    ['packages/domain/', 'packages/file-syntax/'],
    /^@photostructure\/tz-lookup$/,
  ),
  only('packages/planner/', ['packages/domain/', 'packages/file-syntax/'], null),
  only('packages/field-geometry/', ['packages/domain/', 'packages/file-syntax/'], /^proj4$/),
  // A client of the public protocol: never the server, its contract or its database.
  only('apps/simulator/', ['packages/domain/'], /^(node:.*|mqtt|mqtt-packet)$/),
  {
    from: /^apps\/web\/src\//,
    broken: (use) =>
      within(use, 'apps/server/', 'apps/simulator/') &&
      'the web may not import the server or the simulator',
  },
  {
    from: /^apps\/web\/src\//,
    except: test,
    broken: (use) => isNode(use) && 'the web runs in a browser and may not import node',
  },
  {
    from: /^apps\/server\//,
    broken: (use) => within(use, 'apps/web/src/') && 'the server may not import the web',
  },
  // Tests send what the simulator's drones send.
  {
    from: /^apps\/server\//,
    except: test,
    broken: (use) => within(use, 'apps/simulator/') && 'only tests may import the simulator',
  },
  // A server without a demonstration needs none of its files.
  {
    from: /^(apps|packages)\//,
    broken: (use) =>
      within(use, 'demonstration/') &&
      !use.isLazy &&
      'the demonstration is not part of the product: load it with import() where it is asked for',
  },
  lower('apps/server/src/platform/', 'apps/server/src/modules/', 'apps/server/src/gateway/'),
  lower('apps/server/src/gateway/', 'apps/server/src/modules/'),
  lower('apps/web/src/map/', 'apps/web/src/ui/'),
  lower('apps/web/src/lib/', 'apps/web/src/ui/', 'apps/web/src/map/', 'apps/web/src/charts/'),
  ...['ui', 'map', 'charts', 'lib'].map((part) =>
    lower(`apps/web/src/${part}/`, 'apps/web/src/modules/', 'apps/web/src/app/'),
  ),
  {
    from: /^(apps\/(web|server)\/src\/(modules|gateway)|demonstration)\//,
    except: test,
    broken: (use, from) => enteredBeside('modules/', use, from),
  },
  {
    from: /^(apps\/server\/src|bench|demonstration)\//,
    except: test,
    broken: (use, from) => enteredBeside('gateway/', use, from),
  },
  {
    from: /^apps\/web\/src\//,
    broken: (use) =>
      within(use, 'apps/web/gallery/') &&
      'the console may not import the gallery of its components',
  },
  {
    from: /^(apps|packages|demonstration)\//,
    except: new RegExp(`${test.source}|^apps/web/gallery/`),
    broken: (use) =>
      test.test(use.file ?? '') && 'what is made for tests may not be imported by the product',
  },
  library(/^maplibre-gl$/, 'apps/web/src/map/'),
  library(/^(echarts|zrender)$/, 'apps/web/src/charts/'),
]

const run: Rule['run'] = async (tree) => {
  const findings: Finding[] = []
  for (const [file, uses] of listImports(tree)) {
    for (const boundary of boundaries) {
      if (!boundary.from.test(file) || boundary.except?.test(file)) continue
      for (const use of uses) {
        const message = boundary.broken(use, file)
        if (message)
          findings.push({ file, line: use.line, message: `${message} (${use.specifier})` })
      }
    }
  }
  return findings
}

export const boundariesRule: Rule = { name: 'boundaries', run }
