import type { Rule } from '../tree.ts'

const setup = 'apps/web/src/testing-setup.ts'
const mockers = ['mock', 'doMock']

/**
 * The files of a test run share their modules. A mocked module is only replaced if no other file
 * has loaded it before, and then for all following files: pass dependencies as arguments instead.
 * Mocks for all tests of the console are installed in one file, before the tests begin.
 */
const run: Rule['run'] = async (tree) =>
  tree
    .scripts()
    .filter((file) => file.path !== setup)
    .flatMap((file) =>
      file
        .nodes('CallExpression')
        .filter(
          ({ callee }) =>
            callee.type === 'MemberExpression' &&
            callee.object.type === 'Identifier' &&
            callee.object.name === 'vi' &&
            callee.property.type === 'Identifier' &&
            mockers.includes(callee.property.name),
        )
        .map((node) =>
          file.finding(node.start, 'replaces a module that other test files share: hand it in'),
        ),
    )

export const mocksRule: Rule = { name: 'mocks', run }
