import { expect, test } from 'vitest'
import { leaveOutTools, listMissing } from './sbom.ts'

test('packages of the product that the list lacks are found', () => {
  const bom = { components: [{ 'bom-ref': 'pg@8.23.1' }, { 'bom-ref': '@scope/a@1.0.0' }] }
  expect(
    listMissing(bom, {
      '': { version: '0.2.0' },
      'apps/server': { version: '0.1.0' },
      'node_modules/@swath/server': { link: true },
      'node_modules/pg': { version: '8.23.1' },
      'node_modules/@scope/a': { version: '1.0.0' },
      'node_modules/@scope/a/node_modules/pg': { version: '7.0.0' },
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/vitest': { version: '5.1.1', dev: true },
      'node_modules/sharp-win32': { version: '0.35.5', optional: true },
    }),
  ).toEqual(['pg@7.0.0', 'zod@4.6.7'])
  expect(listMissing({}, { 'node_modules/pg': { version: '8.23.1' } })).toEqual(['pg@8.23.1'])
})

test('tools are left out, with what depends on them', () => {
  const tool = {
    'bom-ref': 'vitest@5.1.1',
    'properties': [{ name: 'cdx:npm:package:development' }],
  }
  const bom = leaveOutTools({
    components: [{ 'bom-ref': 'pg@8.23.1', 'properties': [] }, tool],
    dependencies: [
      { ref: 'swath@0.2.0', dependsOn: ['pg@8.23.1', 'vitest@5.1.1'] },
      { ref: 'vitest@5.1.1', dependsOn: [] },
    ],
  })
  expect(bom.components?.map((component) => component['bom-ref'])).toEqual(['pg@8.23.1'])
  expect(bom.dependencies).toEqual([{ ref: 'swath@0.2.0', dependsOn: ['pg@8.23.1'] }])
})
