import { pino } from 'pino'
import { loadConfig } from './platform/config/config.ts'
import { runProgram, type Program } from './program.ts'

type Options = Partial<Omit<Parameters<typeof runProgram>[0], 'config'>> & {
  /** Variables in addition to those of a test, or instead of them. */
  environment?: Readonly<Record<string, string>>
}

/** The program with all roles, silent and on free ports. The caller stops it. */
export const startTestProgram = (
  databaseUrl: string,
  dataFolder: string,
  { environment = {}, ...options }: Options = {},
): Promise<Program> =>
  runProgram({
    config: loadConfig({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataFolder,
      PORT: '0',
      MQTT_PORT: '0',
      DEMO: '0',
      POSTGRES_UNSAFE_ACK: '1', // test servers do not write to disk first
      ...environment,
    }),
    log: pino({ level: 'silent' }),
    roles: ['api', 'gateway', 'jobs'],
    progress: () => undefined,
    developing: true,
    isOwnServer: true,
    ...options,
  })
