// Builds the console ahead of the first start, for an image or a machine that must not build.
import { buildWebIfStale } from './platform/web/web-build.ts'

const built = await buildWebIfStale(11, () => process.stdout.write('Building the console\n'))
if (!built) process.stdout.write('The console is up to date\n')
