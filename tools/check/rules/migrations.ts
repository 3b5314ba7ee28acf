import { posix } from 'node:path'
import type { Finding, Rule } from '../tree.ts'

const run: Rule['run'] = async (tree) =>
  tree.files
    .filter((file) => file.path.startsWith('apps/server/migrations/'))
    .flatMap((file, index): Finding[] => {
      const name = posix.basename(file.path)
      const wanted = String(index + 1).padStart(4, '0')
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
        return [{ file: file.path, line: 1, message: 'a migration is named 0001_what_it_does.sql' }]
      return name.startsWith(wanted)
        ? []
        : [
            {
              file: file.path,
              line: 1,
              message: `the migration at this place is numbered ${wanted}`,
            },
          ]
    })

export const migrationsRule: Rule = { name: 'migrations', run }
