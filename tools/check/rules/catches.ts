import type { Node, Rule, SourceFile } from '../tree.ts'

/**
 * A comment inside the node, next to it on one of its lines, or on a separate line directly above.
 */
const isExplained = (file: SourceFile, node: Node): boolean =>
  file.comments.some(
    (comment) =>
      (file.lineAt(comment.start) >= file.lineAt(node.start) &&
        file.lineAt(comment.end) <= file.lineAt(node.end)) ||
      (file.lineAt(comment.end) === file.lineAt(node.start) - 1 &&
        standsAlone(file, comment.start)),
  )

const standsAlone = (file: SourceFile, offset: number): boolean =>
  /(^|\n)[ \t]*$/.test(file.text.slice(0, offset))

const doesNothing = (body: Node): boolean =>
  body.type === 'BlockStatement'
    ? body.body.length === 0
    : (body.type === 'Identifier' && body.name === 'undefined') ||
      (body.type === 'Literal' && body.value === null) ||
      (body.type === 'UnaryExpression' && body.operator === 'void')

/** The `() => {}` of `promise.catch(() => {})`, in any position that swallows errors. */
const swallowers = (file: SourceFile): Node[] =>
  file
    .nodes('CallExpression')
    .flatMap(({ callee, arguments: handlers }) =>
      callee.type === 'MemberExpression' &&
      callee.property.type === 'Identifier' &&
      callee.property.name === 'catch'
        ? handlers.filter(
            (handler) => handler.type === 'ArrowFunctionExpression' && doesNothing(handler.body),
          )
        : [],
    )

/** Swallowing an error needs a comment with the reason; otherwise it must be rethrown. */
const run: Rule['run'] = async (tree) =>
  tree
    .scripts()
    .filter((file) => !file.isTest)
    .flatMap((file) =>
      [
        ...file.nodes('CatchClause').filter((node) => node.body.body.length === 0),
        ...swallowers(file),
      ]
        .filter((node) => !isExplained(file, node))
        .map((node) =>
          file.finding(node.start, 'swallows an error without a comment that says why'),
        ),
    )

export const catchesRule: Rule = { name: 'catches', run }
