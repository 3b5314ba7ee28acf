import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { StartFailure } from './start-failure.ts'

function failure(env: Record<string, string>): StartFailure {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof StartFailure) return error
    throw error
  }
  throw new Error('the configuration was taken')
}

describe('defaults', () => {
  test('an empty environment is the demonstration on the default ports', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      mqttPort: 1883,
      dataFolder: resolve('data'),
      production: false,
      demo: true,
    })
  })

  test.each([
    [{ DATABASE_URL: 'postgres://db/swath' }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'development' }, true],
    [{ DATABASE_URL: 'postgres://db/swath', DEMO: '1' }, true],
    [{ DEMO: '0' }, false],
  ])('%o: demonstration %s', (env, demo) => {
    expect(loadConfig(env).demo).toBe(demo)
  })

  test('an empty variable counts as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', FIXED_CODE: '' })).toEqual(loadConfig({}))
  })
})

test('everything can be set', () => {
  const key = Buffer.alloc(32, 7)
  expect(
    loadConfig({
      HOST: '::',
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: '/srv/swath',
      DATABASE_URL: 'postgresql://a:b@db:5432/swath',
      READ_DATABASE_URL: 'postgres://replica/swath',
      JOBS_DATABASE_URL: 'postgres://direct/swath',
      NATS_URL: 'nats://n1:4222',
      MASTER_KEY: key.toString('base64'),
      DEMO: '1',
      FIXED_CODE: '012345',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'swath-files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      SMTP_URL: 'smtps://u:p@mail.example',
      MAIL_FROM: 'Swath <no-reply@example.com>',
      SMS_URL: 'https://sms.example/send',
      SMS_METHOD: 'PUT',
      SMS_HEADERS: '{"X-Key":"k"}',
      SMS_BODY: '{"m":"{number}","t":"{text}"}',
      SMS_PER_DAY: '200',
      MAP_STYLE_URL: 'https://maps.example/style.json',
      MAP_RASTER_URL: 'https://maps.example/{z}/{x}/{y}.jpg',
      MAP_RASTER_CREDITS: 'Pictures by Example',
      MAP_WEATHER_URL: 'https://rain.example/{z}/{x}/{y}.png',
      MAP_WEATHER_CREDITS: 'Rain by Example',
      MAP_ARCHIVE: 'asia.pmtiles',
      WEATHER_URL: 'https://weather.example/v1/forecast?apikey=k',
    }),
  ).toMatchObject({
    host: '::',
    port: 0,
    mqttPort: 0,
    dataFolder: '/srv/swath',
    databaseUrl: 'postgresql://a:b@db:5432/swath',
    readDatabaseUrl: 'postgres://replica/swath',
    jobsDatabaseUrl: 'postgres://direct/swath',
    natsUrl: 'nats://n1:4222',
    masterKey: key,
    production: false,
    demo: true,
    fixedCode: '012345',
    s3: {
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      bucket: 'swath-files',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
    mail: { url: 'smtps://u:p@mail.example', from: 'Swath <no-reply@example.com>' },
    sms: {
      url: 'https://sms.example/send',
      method: 'PUT',
      headers: { 'X-Key': 'k' },
      body: '{"m":"{number}","t":"{text}"}',
      perDay: 200,
    },
    mapStyleUrl: 'https://maps.example/style.json',
    mapRasterUrl: 'https://maps.example/{z}/{x}/{y}.jpg',
    mapRasterCredits: 'Pictures by Example',
    mapWeatherUrl: 'https://rain.example/{z}/{x}/{y}.png',
    mapWeatherCredits: 'Rain by Example',
    mapArchive: 'asia.pmtiles',
    weatherUrl: 'https://weather.example/v1/forecast?apikey=k',
  })
  expect(loadConfig({ MASTER_KEY: key.toString('hex') }).masterKey).toEqual(key)
})

describe('problems', () => {
  test('all are reported in one message, with the exit code for configuration', () => {
    const { message, exitCode } = failure({
      PORT: '70000',
      MQTT_PORT: 'x',
      DATABASE_URL: 'mysql://db',
      READ_DATABASE_URL: 'db',
      DEMO: 'yes',
      S3_BUCKET: 'files',
    })
    expect(exitCode).toBe(78)
    expect(message.split('\n')).toEqual([
      'The configuration has 6 problems:',
      '  PORT must be a port, 0 to 65535',
      '  MQTT_PORT must be a port, 0 to 65535',
      '  DATABASE_URL must be an address that begins with postgres:// or postgresql://',
      '  READ_DATABASE_URL must be an address that begins with postgres:// or postgresql://',
      '  DEMO must be 0 or 1',
      '  S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too: S3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
    ])
  })

  test.each([
    [{ FIXED_CODE: '123456', NODE_ENV: 'production' }, 'FIXED_CODE is for the demonstration alone'],
    [
      { FIXED_CODE: '123456', DATABASE_URL: 'postgres://db/swath' },
      'FIXED_CODE is for the demonstration alone',
    ],
    [{ FIXED_CODE: '1234' }, 'FIXED_CODE must be six digits'],
    [{ DEMO: '1', NODE_ENV: 'production' }, 'DEMO must not be 1'],
    [{ READ_DATABASE_URL: 'postgres://replica/swath' }, 'READ_DATABASE_URL needs DATABASE_URL'],
    [{ JOBS_DATABASE_URL: 'postgres://direct/swath' }, 'JOBS_DATABASE_URL needs DATABASE_URL'],
    [{ PORT: '1883' }, 'PORT and MQTT_PORT must differ'],
    [{ MASTER_KEY: 'c2hvcnQ=' }, 'MASTER_KEY must be 32 bytes'],
    [
      { MASTER_KEY: 'ab'.repeat(32), MASTER_KEY_BEFORE: 'ab'.repeat(32) },
      'MASTER_KEY_BEFORE needs MASTER_KEY, and another one',
    ],
    [
      { MAP_RASTER_URL: 'https://maps.example/tiles' },
      'MAP_RASTER_URL must contain {z}, {x} and {y}',
    ],
    [{ MAP_STYLE_URL: 'style.json' }, 'MAP_STYLE_URL must be an address'],
  ])('%o', (env, expected) => {
    expect(failure(env).message).toContain(expected)
  })

  test.each([
    [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL and MAIL_FROM need each other'],
    [{ MAIL_FROM: 'a@example.com' }, 'SMTP_URL and MAIL_FROM need each other'],
    [
      { SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@example.com' },
      'SMTP_URL must be an address that begins with smtp:// or smtps://',
    ],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address'],
    [
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' },
      'MAIL_FROM must be an address',
    ],
    [{ SMS_BODY: '{to} {text}' }, 'SMS_BODY needs SMS_URL'],
    [{ SMS_METHOD: 'GET', SMS_HEADERS: '{}' }, 'SMS_METHOD, SMS_HEADERS need SMS_URL'],
    [
      { SMS_URL: 'https://sms.example', SMS_METHOD: 'DELETE' },
      'SMS_METHOD must be GET, POST or PUT',
    ],
    [
      { SMS_URL: 'https://{to}.sms.example/' },
      'SMS_URL must name its server without a placeholder',
    ],
    [{ SMS_URL: 'https://sms.example', SMS_BODY: '{"text":"{text}"}' }, 'must say to whom'],
    [{ SMS_URL: 'https://sms.example', SMS_BODY: '{"to":"{to}"}' }, 'must hold the words'],
    [{ SMS_URL: 'https://sms.example?to={to}', SMS_METHOD: 'GET' }, 'must hold the words'],
    [
      { SMS_URL: 'https://sms.example?to={to}&t={text}', SMS_METHOD: 'GET', SMS_BODY: 'x' },
      'SMS_BODY cannot be sent with SMS_METHOD=GET',
    ],
    [{ SMS_URL: 'https://sms.example', SMS_PER_DAY: '0' }, 'SMS_PER_DAY must be a number'],
    [
      { SMS_URL: 'https://sms.example', SMS_HEADERS: 'X-Key: k' },
      'SMS_HEADERS must be a JSON object',
    ],
    [
      { SMS_URL: 'https://sms.example', SMS_HEADERS: '{"X-Key":"a\\r\\nX-Other: b"}' },
      'SMS_HEADERS must be a JSON object',
    ],
  ])('of messages: %o', (env, expected) => {
    expect(failure(env).message).toContain(expected)
  })

  test('values are never shown', () => {
    expect(
      failure({ MASTER_KEY: 'hunter2', DATABASE_URL: 'mysql://swath:hunter2@db' }).message,
    ).not.toContain('hunter2')
  })
})

describe('messages', () => {
  test('GET sends only the address; POST sends the default body if none is set', () => {
    expect(
      loadConfig({ SMS_URL: 'https://sms.example?to={to}&t={text}', SMS_METHOD: 'GET' }).sms,
    ).toMatchObject({ method: 'GET', body: null, headers: {} })
    expect(loadConfig({ SMS_URL: 'https://sms.example' }).sms).toEqual({
      url: 'https://sms.example',
      method: 'POST',
      headers: {},
      body: '{"to":"{to}","text":"{text}"}',
      perDay: 10_000,
    })
  })

  test('keys may be in files', () => {
    expect(
      loadConfig(
        { SMS_URL: 'https://sms.example', SMS_HEADERS_FILE: '/x' },
        () => '{"Authorization":"Bearer k"}\n',
      ).sms?.headers,
    ).toEqual({ Authorization: 'Bearer k' })
    expect(
      loadConfig(
        { SMTP_URL_FILE: '/x', MAIL_FROM: 'a@example.com' },
        () => 'smtp://u:p@mail.example\n',
      ).mail?.url,
    ).toBe('smtp://u:p@mail.example')
  })
})

describe('secrets in files', () => {
  test('a file is read without its final line break', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'))
    writeFileSync(join(folder, 'url'), 'postgres://a:b@db/swath\n')
    expect(loadConfig({ DATABASE_URL_FILE: join(folder, 'url') })).toMatchObject({
      databaseUrl: 'postgres://a:b@db/swath',
      demo: false,
    })
    rmSync(folder, { recursive: true })
  })

  test('a missing file, or a value and a file together, is a problem', () => {
    expect(failure({ MASTER_KEY_FILE: '/nowhere/key' }).message).toContain(
      'MASTER_KEY_FILE: /nowhere/key cannot be read (ENOENT)',
    )
    expect(failure({ NATS_URL_FILE: '/x', NATS_URL: 'nats://n' }).message).toContain(
      'NATS_URL and NATS_URL_FILE are both set',
    )
  })

  test('the content of the file is checked as well', () => {
    expect(() => loadConfig({ DATABASE_URL_FILE: '/x' }, () => 'mysql://db')).toThrow(
      'DATABASE_URL must be an address',
    )
    expect(() => loadConfig({ DATABASE_URL_FILE: '/x' }, () => ' \n')).toThrow('/x is empty')
  })
})
