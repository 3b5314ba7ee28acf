// .env.example, from the schema of the configuration.
import {
  descriptions,
  environment,
  secrets,
} from '../../apps/server/src/platform/config/environment.ts'

const head = `# Configuration of Swath. Every line is optional; a line with a value shows the default.
# Copy what you need into the environment of the process: Swath reads no .env file by itself
# (node --env-file=.env, systemd EnvironmentFile=, docker --env-file do).
# Generated: change apps/server/src/platform/config/environment.ts, then run npm run generate.
`

const readDefault = (name: keyof typeof descriptions): string => {
  const { data } = environment.shape[name].safeParse(undefined)
  return typeof data === 'string' || typeof data === 'number' ? String(data) : ''
}

export const writeEnvExample = (): string =>
  head +
  (Object.keys(descriptions) as (keyof typeof descriptions)[])
    .map((name) => {
      const fromFile = (secrets as readonly string[]).includes(name)
        ? ` Or ${name}_FILE, a file that holds it.`
        : ''
      return `\n# ${descriptions[name]}${fromFile}\n#${name}=${readDefault(name)}\n`
    })
    .join('')
